import Foundation
import Music
import Testing

@testable import Training

@Suite("Pitch matching machine")
@MainActor
struct PitchMatchingMachineTests {
  private let run = TrialRun(intervals: [.prime], tuningSystem: .equalTemperament)

  private func challenge(_ index: Int, offset: Cents = 50) -> PosedTrial {
    PosedTrial(
      .matching,
      Challenge(
        referenceNote: MIDINote(60), interval: .prime, centOffset: offset),
      TrialConditions(
        index: index, tuningSystem: .equalTemperament,
        referencePitch: TuningSystem.standardReferencePitch, noteDuration: NoteDuration(seconds: 1),
        amplitudeDB: AmplitudeDB(0)))
  }

  private let stamp = Stamp(id: UUID(), date: .now)

  /// What is done at the end of a training.
  private let ended: PitchMatchingMachine.Actions = [
    .silence, .notify(.state(.idle)), .notify(.stopped(.requested)),
  ]

  /// The step that one of the actions waits for.
  private func step(_ actions: PitchMatchingMachine.Actions?) throws -> TrainingStep {
    for action in try #require(actions) {
      switch action {
      case .play(_, let step), .rest(_, let step): return step
      default: continue
      }
    }
    throw CocoaError(.featureUnsupported)
  }

  @Test("a challenge goes from the reference to the tunable note to feedback and on to the next")
  func wholeChallenge() throws {
    var machine = PitchMatchingMachine()
    #expect(machine.phase == .idle)

    let notes = try step(machine.pose(challenge(1), in: run))
    #expect(machine.noteStarted(0, notes) == nil && machine.noteEnded(0, notes) == nil)
    #expect(
      machine.course.state
        == .running(run, .asking(challenge(1), .playingReference(.init(start: 0.5)))))
    #expect(machine.phase == .playingReference)

    let begun = machine.noteStarted(1, notes)
    #expect(begun == [.watchHand(machine.step), .notify(.state(.playingTunable))])
    #expect(
      machine.course.state
        == .running(run, .asking(challenge(1), .playingTunable(.init(start: 0.5)))))

    let feedback = try step(machine.handle(.commitAt(-0.1), stamp))
    #expect(machine.phase == .showingFeedback)
    let after = try #require(machine.run)
    #expect(abs(try #require(after.last).userCentError.rawValue + 10) < 1e-9)

    #expect(machine.restEnded(feedback) == [.choose(after, index: 2)])
    #expect(try step(machine.pose(challenge(2), in: after)) != notes)
    #expect(
      machine.course.state
        == .running(after, .asking(challenge(2), .playingReference(.init(start: 0.5)))))
  }

  @Test(
    "the slider moves while the tunable note sounds, by keys and by the hand, and no other time")
  func slider() throws {
    var machine = PitchMatchingMachine()
    #expect(machine.handle(.slider(0.2), stamp) == nil)
    let first = try step(machine.pose(challenge(1), in: run))
    #expect(machine.handle(.slider(0.2), stamp) == nil)
    // The gap between the notes.
    _ = machine.noteEnded(0, first)
    #expect(machine.handle(.slider(0.2), stamp) == nil)
    let notes = try step(machine.handle(.again, stamp))
    machine.beginSecondNote()
    #expect(machine.handle(.slider(0.2), stamp) != nil)
    #expect(machine.value == 0.2)
    machine.sliderMoved(to: -0.3, notes)
    #expect(machine.value == -0.3)
    machine.sliderMoved(to: 0.9, first)
    #expect(machine.value == -0.3)
    _ = machine.handle(.commitAt(0), stamp)
    #expect(machine.handle(.slider(0.2), stamp) == nil)
    #expect(machine.value == nil)
  }

  @Test("a pitch is committed while there is a note to tune, and only once")
  func commits() throws {
    var machine = PitchMatchingMachine()
    #expect(machine.handle(.commitAt(0), stamp) == nil)
    let notes = try step(machine.pose(challenge(1), in: run))
    #expect(machine.handle(.commitAt(0), stamp) == nil)
    _ = machine.noteEnded(0, notes)
    #expect(machine.handle(.commitAt(0), stamp) == nil)
    _ = machine.noteStarted(1, notes)
    #expect(machine.handle(.commitAt(0), stamp) != nil)
    #expect(machine.handle(.commitAt(0), stamp) == nil)
  }

  @Test("what is heard comes first in what is to be done, then what is told")
  func soundFirst() throws {
    var machine = PitchMatchingMachine()
    let trial = challenge(1)
    let posed = machine.pose(trial, in: run)
    #expect(
      posed == [
        .play(
          PitchMatchingMachine.passage(of: trial, .playingReference(.init(start: 0.5))),
          machine.step), .notify(.trial(trial)), .notify(.state(.playingReference)),
      ])
    machine.beginSecondNote()
    #expect(
      machine.handle(.slider(-0.2), stamp) == [.moveSlider(to: -0.2)])
    #expect(machine.handle(.answer(higher: true), stamp) == nil)
    let completed = CompletedTrial(
      id: stamp.id, challenge: trial.challenge, userCentError: trial.centError(at: -0.2),
      tuningSystem: .equalTemperament, timestamp: stamp.date)
    #expect(machine.handle(.commit, stamp) == [.confirmSlider(machine.step)])
    let committed = machine.sliderConfirmed(at: -0.2, machine.step)
    #expect(
      committed == [
        .release, .rest(.feedback, machine.step), .notify(.state(.showingFeedback)),
        .notify(.result(completed)),
      ])
  }

  @Test("the slider counts from its middle, from where it began or from where it stands")
  func movements() throws {
    var machine = PitchMatchingMachine()
    _ = machine.pose(challenge(1), in: run)
    machine.beginSecondNote()
    _ = machine.handle(.slider(-0.25), stamp)
    #expect(machine.value == -0.25)
    _ = machine.handle(.nudge(10), stamp)
    #expect(abs(try #require(machine.value) + 0.15) < 1e-12)
    _ = machine.handle(.sliderFromStart(-0.75), stamp)
    #expect(machine.value == -0.25)
    _ = machine.handle(.sliderFromStart(0.75), stamp)
    #expect(machine.value == 1)
  }

  @Test("what is no number moves and commits nothing, by whatever way it comes")
  func noNumber() throws {
    var machine = PitchMatchingMachine()
    _ = machine.pose(challenge(1), in: run)
    machine.beginSecondNote()
    let intents: [Intent] = [
      .slider(.nan), .sliderFromStart(.nan), .nudge(Cents(.nan)), .commitAt(.nan),
      .slider(.signalingNaN),
    ]
    for intent in intents {
      #expect(machine.handle(intent, stamp) == nil)
      #expect(machine.value == 0.5)
    }
    for value in [Double.nan, .infinity, -.infinity] {
      machine.sliderMoved(to: value, machine.step)
      #expect(machine.value == 0.5)
    }
    _ = machine.handle(.nudge(Cents(.infinity)), stamp)
    #expect(machine.value == 1)
    #expect(machine.handle(.commit, stamp) != nil)
  }

  @Test("what ends under the name of an earlier step changes nothing")
  func staleSteps() throws {
    var machine = PitchMatchingMachine()
    let notes = try step(machine.pose(challenge(1), in: run))
    #expect(machine.restEnded(notes) == nil)
    machine.beginSecondNote()
    #expect(machine.noteStarted(1, notes) == nil)
    let feedback = try step(machine.handle(.commitAt(0), stamp))
    #expect(machine.noteStarted(1, notes) == nil && machine.noteEnded(1, notes) == nil)
    #expect(machine.noteFailed(notes, .requested) == nil)
    let next = try step(machine.pose(challenge(2), in: run))
    #expect(machine.restEnded(feedback) == nil)
    #expect(machine.stop(.requested) == ended)
    _ = machine.pose(challenge(1), in: run)
    #expect(machine.noteStarted(1, next) == nil)
    #expect(machine.noteFailed(next, .requested) == nil)
    #expect(machine.phase == .playingReference)
  }

  @Test("a note that fails ends the training")
  func failure() throws {
    var machine = PitchMatchingMachine()
    let notes = try step(machine.pose(challenge(1), in: run))
    #expect(machine.noteFailed(notes, .requested) == ended)
    #expect(machine.course.state == .idle)
    #expect(machine.noteFailed(notes, .requested) == nil)
  }

  @Test("both notes are asked for at once; the second is held, and its slider moves it at once")
  func passage() {
    let posed = challenge(1)
    let trial = PosedTrial(
      .matching,
      posed.challenge,
      TrialConditions(
        index: 1, tuningSystem: posed.tuningSystem, referencePitch: posed.referencePitch,
        noteDuration: NoteDuration(seconds: 0.7), amplitudeDB: AmplitudeDB(-3),
        flow: TrialFlow(noteGap: 0.35)))
    #expect(
      PitchMatchingMachine.passage(of: trial, .playingReference(.init(start: -0.2))).notes == [
        Passage.Note(
          NoteRequest(trial.referenceFrequency), duration: NoteSpan(seconds: 0.7)),
        Passage.Note(
          NoteRequest(trial.slider.frequency(at: -0.2), at: AmplitudeDB(-3)),
          start: .after(0, gap: 0.35), duration: nil,
          slider: PlacedSlider(trial.slider, at: -0.2)),
      ])
  }

  @Test("only an idle machine starts, only a running one stops")
  func startAndStop() {
    var machine = PitchMatchingMachine()
    #expect(machine.stop(.requested) == nil)
    #expect(machine.pose(challenge(1), in: run) != nil)
    #expect(machine.pose(challenge(1), in: run) == nil)
    #expect(machine.pose(challenge(2), in: run) == nil)
    #expect(machine.stop(.requested) == ended)
    #expect(machine.course.state == .idle)
  }
}
