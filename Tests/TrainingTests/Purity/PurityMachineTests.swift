import Foundation
import Music
import Testing

@testable import Training

@Suite("Purity machine")
@MainActor
struct PurityMachineTests {
  private let run = TrialRun(
    intervals: [DirectedInterval(.perfectFifth)], tuningSystem: .justIntonation)
  private let stamp = Stamp(id: UUID(), date: .now)

  private func trial(
    _ index: Int = 1, isFirstTrue: Bool = false, accompaniment: [DirectedInterval] = [.prime],
    flow: TrialFlow = TrialFlow()
  ) -> PosedTrial {
    PosedTrial(
      .purity,
      Challenge(
        referenceNote: MIDINote(60), interval: DirectedInterval(.perfectFifth), centOffset: -12,
        isFirstTrue: isFirstTrue),
      TrialConditions(
        index: index, tuningSystem: .justIntonation,
        referencePitch: TuningSystem.standardReferencePitch, noteDuration: NoteDuration(seconds: 1),
        amplitudeDB: AmplitudeDB(-2),
        voicing: Voicing(.harmonic, accompaniment: accompaniment, delay: 0.02), flow: flow),
      delayOfSecond: 0.04)
  }

  /// Those of the note in question in the first and in the second of the two.
  private func frequencies(_ trial: PosedTrial) -> (first: Frequency, second: Frequency) {
    trial.challenge.isFirstTrue
      ? (trial.trueFrequency, trial.targetFrequency) : (trial.targetFrequency, trial.trueFrequency)
  }

  private func begin(_ machine: inout ChoiceMachine, _ trial: PosedTrial) throws -> Passage {
    let next = machine.pose(trial, in: run)
    let actions = try #require(next)
    guard case .play(let passage, _)? = actions.first else {
      throw CocoaError(.featureUnsupported)
    }
    return passage
  }

  @Test("a question goes from the first to the second to the answer to feedback and on")
  func wholeTrial() throws {
    var machine = ChoiceMachine(.purity)
    #expect(machine.phase == .idle)
    let passage = try begin(&machine, trial())
    #expect(machine.phase == .playingFirst)
    for note in 0..<passage.target {
      #expect(machine.noteStarted(note, machine.step) == nil)
      #expect(machine.noteEnded(note, machine.step) == nil)
    }
    #expect(machine.noteStarted(passage.target, machine.step) == [.notify(.state(.playingSecond))])
    #expect(machine.noteEnded(passage.target, machine.step) == [.notify(.state(.awaitingAnswer))])
    #expect(machine.handle(.choose(2), stamp) != nil)
    #expect(machine.phase == .showingFeedback)
    let after = try #require(machine.run)
    #expect(after.last?.isCorrect == true && after.last?.answeredFirst == false)
    #expect(machine.restEnded(machine.step) == [.choose(after, index: 2)])
  }

  @Test("an answer counts from the second one on, once, and while it sounds when that is confirmed")
  func answers() throws {
    var machine = ChoiceMachine(.purity)
    #expect(machine.handle(.choose(1), stamp) == nil)
    let passage = try begin(&machine, trial())
    #expect(machine.handle(.choose(1), stamp) == nil)
    _ = machine.noteStarted(passage.target, machine.step)
    #expect(machine.handle(.answer(higher: true), stamp) == nil)
    let step = machine.step
    #expect(machine.handle(.choose(1), stamp) == [.confirmSound(step)])
    #expect(machine.isConfirming)
    #expect(machine.handle(.choose(1), stamp) == nil)
    let next = machine.soundConfirmed(step)
    let actions = try #require(next)
    #expect(actions.first == .silence)
    #expect(machine.run?.last?.isCorrect == false)
  }

  @Test("the one that is true sounds where it is said, the other one off")
  func order() {
    for isFirstTrue in [true, false] {
      let trial = trial(isFirstTrue: isFirstTrue)
      let notes = ChoiceMachine.passage(of: trial, .playingFirst).notes
      #expect(
        notes.map(\.request.frequency) == [
          trial.voices[0].frequency, frequencies(trial).first, trial.voices[0].frequency,
          frequencies(trial).second,
        ])
      let (first, second) = frequencies(trial)
      #expect((isFirstTrue ? first : second) == trial.trueFrequency)
      #expect(abs(Cents(from: trial.trueFrequency, to: trial.targetFrequency).rawValue + 12) < 1e-9)
    }
  }

  @Test("after a wrong answer the one that was off sounds, then the true one, in one chord")
  func replay() throws {
    var machine = ChoiceMachine(.purity)
    let trial = trial(
      accompaniment: [.prime, DirectedInterval(.majorThird)],
      flow: TrialFlow(afterWrongAnswer: .replay))
    let passage = try begin(&machine, trial)
    _ = machine.noteStarted(passage.target, machine.step)
    _ = machine.noteEnded(passage.target, machine.step)
    _ = machine.handle(.choose(1), stamp)
    let next = machine.restEnded(machine.step)
    let actions = try #require(next)
    guard case .play(let replay, _)? = actions.first else {
      throw CocoaError(.featureUnsupported)
    }
    #expect(machine.phase == .replaying)
    #expect(
      replay.notes.suffix(2).map(\.request.frequency) == [
        trial.targetFrequency, trial.trueFrequency,
      ])
    #expect(machine.noteStarted(0, machine.step) == nil)
    #expect(machine.noteStarted(2, machine.step) == [.notify(.replayed(.given))])
    #expect(machine.noteStarted(3, machine.step) == [.notify(.replayed(.truth))])
  }

  @Test("the context names how it was heard")
  func context() {
    let context = TrialContext(
      of: trial(accompaniment: [.prime, DirectedInterval(.majorThird)]))
    #expect(context.presentation == .harmonic && context.accompaniment == "P1,M3")
    #expect(context.noteDuration == 1 && context.amplitude == -2 && context.heard == 1)
  }
}
