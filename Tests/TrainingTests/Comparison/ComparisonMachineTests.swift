import Foundation
import Music
import Testing

@testable import Training

@Suite("Comparison machine")
@MainActor
struct ComparisonMachineTests {
  private let run = ComparisonRun(intervals: [.prime], tuningSystem: .equalTemperament)

  private func challenge(_ index: Int, offset: Cents = 50) -> PosedComparison {
    PosedComparison(
      index: index,
      comparison: Comparison(referenceNote: MIDINote(60), interval: .prime, centOffset: offset),
      tuningSystem: .equalTemperament, referencePitch: TuningSystem.standardReferencePitch,
      noteDuration: NoteDuration(seconds: 1), amplitudeDB: AmplitudeDB(0))
  }

  /// The step that an action waits for.
  private func step(_ action: ComparisonMachine.Action?) throws -> Step {
    switch try #require(action) {
    case .pose(_, let step), .playNote2(_, let step), .showFeedback(_, let step): return step
    case .awaitAnswer, .choose, .silence:
      throw CocoaError(.featureUnsupported)
    }
  }

  @Test("a challenge goes from note to note to answer to feedback and on to the next")
  func wholeChallenge() throws {
    var machine = ComparisonMachine()
    #expect(machine.state.name == .idle)

    let note1 = try step(machine.start(run, with: challenge(1)))
    #expect(machine.state == .playingNote1(run, challenge(1)))

    let note2 = try step(machine.noteEnded(note1))
    #expect(machine.state == .playingNote2(run, challenge(1)))

    #expect(machine.noteEnded(note2) == .awaitAnswer)
    #expect(machine.state == .awaitingAnswer(run, challenge(1)))

    let feedback = try step(machine.answer(higher: true, id: UUID(), date: .now))
    #expect(machine.state.name == .showingFeedback)
    let after = try #require(machine.state.run)
    #expect(after.last?.isCorrect == true)
    #expect(after.bestDifference == 50)

    #expect(machine.feedbackEnded(feedback) == .choose(after, index: 2))
    #expect(try step(machine.poseNext(challenge(2))) != note1)
    #expect(machine.state == .playingNote1(after, challenge(2)))
  }

  @Test("an answer counts while the second note sounds and after it, and only once")
  func answers() throws {
    var machine = ComparisonMachine()
    #expect(!machine.acceptsAnswer)
    #expect(machine.answer(higher: true, id: UUID(), date: .now) == nil)
    let note1 = try step(machine.start(run, with: challenge(1)))
    #expect(!machine.acceptsAnswer)
    #expect(machine.answer(higher: true, id: UUID(), date: .now) == nil)
    let note2 = try step(machine.noteEnded(note1))
    #expect(machine.acceptsAnswer)
    var later = machine
    #expect(machine.answer(higher: true, id: UUID(), date: .now) != nil)
    #expect(machine.answer(higher: true, id: UUID(), date: .now) == nil)
    _ = later.noteEnded(note2)
    #expect(later.acceptsAnswer)
    #expect(later.answer(higher: false, id: UUID(), date: .now) != nil)
    #expect(!later.acceptsAnswer)
  }

  @Test("what ends under the name of an earlier step changes nothing")
  func staleSteps() throws {
    var machine = ComparisonMachine()
    let note1 = try step(machine.start(run, with: challenge(1)))
    let note2 = try step(machine.noteEnded(note1))
    #expect(machine.noteEnded(note1) == nil)
    let feedback = try step(machine.answer(higher: true, id: UUID(), date: .now))
    #expect(machine.noteEnded(note2) == nil)
    #expect(machine.feedbackEnded(note2) == nil)
    #expect(machine.playbackFailed(note2) == nil)
    let next = try step(machine.poseNext(challenge(2)))
    #expect(machine.feedbackEnded(feedback) == nil)
    #expect(machine.noteEnded(note1) == nil)
    #expect(machine.stop() == .silence)
    _ = machine.start(run, with: challenge(1))
    #expect(machine.noteEnded(next) == nil)
    #expect(machine.playbackFailed(next) == nil)
    #expect(machine.state.name == .playingNote1)
  }

  @Test("the end of a note is not the end of feedback, nor the other way round")
  func wrongEnds() throws {
    var machine = ComparisonMachine()
    let note1 = try step(machine.start(run, with: challenge(1)))
    #expect(machine.feedbackEnded(note1) == nil)
    _ = machine.noteEnded(note1)
    let feedback = try step(machine.answer(higher: true, id: UUID(), date: .now))
    #expect(machine.noteEnded(feedback) == nil)
    #expect(machine.state.name == .showingFeedback)
  }

  @Test("a note that fails ends the training")
  func failure() throws {
    var machine = ComparisonMachine()
    let note1 = try step(machine.start(run, with: challenge(1)))
    #expect(machine.playbackFailed(note1) == .silence)
    #expect(machine.state == .idle)
    #expect(machine.playbackFailed(note1) == nil)
  }

  @Test("only an idle machine starts, only a running one stops")
  func startAndStop() {
    var machine = ComparisonMachine()
    #expect(machine.stop() == nil)
    #expect(machine.poseNext(challenge(1)) == nil)
    #expect(machine.start(run, with: challenge(1)) != nil)
    #expect(machine.start(run, with: challenge(1)) == nil)
    #expect(machine.poseNext(challenge(2)) == nil)
    #expect(machine.stop() == .silence)
    #expect(machine.state == .idle)
  }

  @Test("the best difference is the smallest that was told right")
  func best() throws {
    var run = run
    for (offset, higher) in [(-40.0, false), (20, false), (60, true), (-30, false), (-10, true)] {
      run.record(
        CompletedComparison(
          id: UUID(), comparison: challenge(1, offset: Cents(offset)).comparison,
          answeredHigher: higher, tuningSystem: .equalTemperament, timestamp: .now))
    }
    #expect(run.bestDifference == 30)
    #expect(run.last?.isCorrect == false)
  }

  @Test("an interval that is set twice is in rotation once")
  func rotation() {
    let fifth = DirectedInterval(.perfectFifth)
    let run = ComparisonRun(intervals: [fifth, .prime, fifth], tuningSystem: .justIntonation)
    #expect(run.rotation.intervals == [fifth, .prime])
  }
}
