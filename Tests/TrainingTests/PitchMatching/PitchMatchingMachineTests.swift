import Foundation
import Music
import Testing

@testable import Training

@Suite("Pitch matching machine")
@MainActor
struct PitchMatchingMachineTests {
  private let run = PitchMatchingRun(intervals: [.prime], tuningSystem: .equalTemperament)

  private func challenge(_ index: Int, offset: Cents = 50) -> PosedPitchMatching {
    PosedPitchMatching(
      index: index,
      challenge: PitchMatchingChallenge(
        referenceNote: MIDINote(60), interval: .prime, initialCentOffset: offset),
      tuningSystem: .equalTemperament, referencePitch: TuningSystem.standardReferencePitch,
      noteDuration: NoteDuration(seconds: 1), amplitudeDB: AmplitudeDB(0))
  }

  /// The step that an action waits for.
  private func step(_ action: PitchMatchingMachine.Action?) throws -> Step {
    switch try #require(action) {
    case .pose(_, let step), .playTunable(_, let step), .arm(_, _, let step),
      .showFeedback(_, let step):
      return step
    case .choose, .silence: throw CocoaError(.featureUnsupported)
    }
  }

  @Test("a challenge goes from the reference to the tunable note to feedback and on to the next")
  func wholeChallenge() throws {
    var machine = PitchMatchingMachine()
    #expect(machine.state.name == .idle)

    let reference = try step(machine.start(run, with: challenge(1)))
    #expect(machine.state == .playingReference(run, challenge(1)))

    let due = try step(machine.referenceEnded(reference))
    #expect(machine.state == .startingTunable(run, challenge(1)))
    #expect(machine.state.name == .playingReference)
    let armed = machine.tunableBegan(due)
    #expect(armed == .arm(challenge(1).slider, value: 0.5, try step(armed)))
    #expect(machine.state == .playingTunable(run, challenge(1), value: 0.5))

    let feedback = try step(machine.commit(-0.1, id: UUID(), date: .now))
    #expect(machine.state.name == .showingFeedback)
    let after = try #require(machine.state.run)
    #expect(abs(try #require(after.last).userCentError.rawValue + 10) < 1e-9)

    #expect(machine.feedbackEnded(feedback) == .choose(after, index: 2))
    #expect(try step(machine.poseNext(challenge(2))) != reference)
    #expect(machine.state == .playingReference(after, challenge(2)))
  }

  @Test(
    "the slider moves while the tunable note sounds, by keys and by the hand, and no other time")
  func slider() throws {
    var machine = PitchMatchingMachine()
    #expect(machine.moveSlider(to: 0.2) == false)
    let reference = try step(machine.start(run, with: challenge(1)))
    #expect(machine.moveSlider(to: 0.2) == false)
    let due = try step(machine.referenceEnded(reference))
    #expect(machine.moveSlider(to: 0.2) == false)
    let tunable = try step(machine.tunableBegan(due))
    #expect(machine.moveSlider(to: 0.2) == true)
    #expect(machine.state.value == 0.2)
    machine.handMoved(to: -0.3, tunable)
    #expect(machine.state.value == -0.3)
    machine.handMoved(to: 0.9, reference)
    #expect(machine.state.value == -0.3)
    _ = machine.commit(0, id: UUID(), date: .now)
    #expect(machine.moveSlider(to: 0.2) == false)
    #expect(machine.state.value == nil)
  }

  @Test("a pitch is committed while there is a note to tune, and only once")
  func commits() throws {
    var machine = PitchMatchingMachine()
    #expect(machine.commit(0, id: UUID(), date: .now) == nil)
    let reference = try step(machine.start(run, with: challenge(1)))
    #expect(machine.commit(0, id: UUID(), date: .now) == nil)
    let due = try step(machine.referenceEnded(reference))
    #expect(machine.commit(0, id: UUID(), date: .now) == nil)
    _ = machine.tunableBegan(due)
    #expect(machine.commit(0, id: UUID(), date: .now) != nil)
    #expect(machine.commit(0, id: UUID(), date: .now) == nil)
  }

  @Test("what ends under the name of an earlier step changes nothing")
  func staleSteps() throws {
    var machine = PitchMatchingMachine()
    let reference = try step(machine.start(run, with: challenge(1)))
    #expect(machine.tunableBegan(reference) == nil)
    #expect(machine.feedbackEnded(reference) == nil)
    let due = try step(machine.referenceEnded(reference))
    #expect(machine.referenceEnded(reference) == nil)
    #expect(machine.referenceEnded(due) == nil)
    let tunable = try step(machine.tunableBegan(due))
    #expect(machine.tunableBegan(due) == nil)
    let feedback = try step(machine.commit(0, id: UUID(), date: .now))
    #expect(machine.tunableBegan(tunable) == nil)
    #expect(machine.playbackFailed(tunable) == nil)
    let next = try step(machine.poseNext(challenge(2)))
    #expect(machine.feedbackEnded(feedback) == nil)
    #expect(machine.stop() == .silence)
    _ = machine.start(run, with: challenge(1))
    #expect(machine.referenceEnded(next) == nil)
    #expect(machine.playbackFailed(next) == nil)
    #expect(machine.state.name == .playingReference)
  }

  @Test("a note that fails ends the training")
  func failure() throws {
    var machine = PitchMatchingMachine()
    let reference = try step(machine.start(run, with: challenge(1)))
    let tunable = try step(machine.referenceEnded(reference))
    #expect(machine.playbackFailed(tunable) == .silence)
    #expect(machine.state == .idle)
    #expect(machine.playbackFailed(tunable) == nil)
  }

  @Test("only an idle machine starts, only a running one stops")
  func startAndStop() {
    var machine = PitchMatchingMachine()
    #expect(machine.stop() == nil)
    #expect(machine.poseNext(challenge(1)) == nil)
    #expect(machine.start(run, with: challenge(1)) != nil)
    #expect(machine.start(run, with: challenge(1)) == nil)
    #expect(machine.poseNext(challenge(2)) == nil)
    #expect(machine.stop() == .silence)
    #expect(machine.state == .idle)
  }

  @Test(
    "the bands of error: none that sounds, under 10, up to 30, beyond",
    arguments: [
      (0.0, PitchMatchingBand.exact), (0.0049, .exact), (0.005, .close), (-9.999, .close),
      (10, .moderate), (-30, .moderate), (30.001, .far), (-100, .far),
    ])
  func bands(error: Double, band: PitchMatchingBand) {
    #expect(PitchMatchingBand(Cents(error)) == band)
    #expect(PitchMatchingBand(Cents(-error)) == band)
  }
}
