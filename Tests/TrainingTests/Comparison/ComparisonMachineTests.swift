import Foundation
import Music
import Testing

@testable import Training

@Suite("Comparison machine")
@MainActor
struct ComparisonMachineTests {
  private let run = TrialRun(intervals: [.prime], tuningSystem: .equalTemperament)

  private func challenge(_ index: Int, offset: Cents = 50) -> PosedTrial {
    PosedTrial(
      .comparison,
      Challenge(referenceNote: MIDINote(60), interval: .prime, centOffset: offset),
      TrialConditions(
        index: index, tuningSystem: .equalTemperament,
        referencePitch: TuningSystem.standardReferencePitch, noteDuration: NoteDuration(seconds: 1),
        amplitudeDB: AmplitudeDB(0)))
  }

  private let stamp = Stamp(id: UUID(), date: .now)

  /// What is done at the end of a training.
  private let ended: ChoiceMachine.Actions = [
    .silence, .notify(.state(.idle)), .notify(.stopped(.requested)),
  ]

  /// The step that one of the actions waits for.
  private func step(_ actions: ChoiceMachine.Actions?) throws -> TrainingStep {
    for action in try #require(actions) {
      switch action {
      case .play(_, let step), .rest(_, let step): return step
      default: continue
      }
    }
    throw CocoaError(.featureUnsupported)
  }

  @Test("a challenge goes from note to note to answer to feedback and on to the next")
  func wholeChallenge() throws {
    var machine = ChoiceMachine(.comparison)
    #expect(machine.phase == .idle)

    let notes = try step(machine.pose(challenge(1), in: run))
    #expect(machine.noteStarted(0, notes) == nil && machine.noteEnded(0, notes) == nil)
    #expect(machine.course.state == .running(run, .asking(challenge(1), .playingFirst)))

    #expect(machine.noteStarted(1, notes) == [.notify(.state(.playingNote2))])
    #expect(machine.course.state == .running(run, .asking(challenge(1), .playingSecond)))

    #expect(machine.noteEnded(1, notes) == [.notify(.state(.awaitingAnswer))])
    #expect(machine.course.state == .running(run, .asking(challenge(1), .awaitingAnswer)))

    let feedback = try step(machine.handle(.answer(higher: true), stamp))
    #expect(machine.phase == .showingFeedback)
    let after = try #require(machine.run)
    #expect(after.last?.isCorrect == true)

    #expect(machine.restEnded(feedback) == [.choose(after, index: 2)])
    #expect(try step(machine.pose(challenge(2), in: after)) != notes)
    #expect(machine.course.state == .running(after, .asking(challenge(2), .playingFirst)))
  }

  @Test("an answer counts while the second note sounds and after it, and only once")
  func answers() throws {
    var machine = ChoiceMachine(.comparison)
    #expect(machine.handle(.answer(higher: true), stamp) == nil)
    let notes = try step(machine.pose(challenge(1), in: run))
    #expect(machine.handle(.answer(higher: true), stamp) == nil)
    // The gap between the notes.
    _ = machine.noteEnded(0, notes)
    #expect(machine.handle(.answer(higher: true), stamp) == nil)
    _ = machine.noteStarted(1, notes)
    var later = machine
    #expect(machine.handle(.answer(higher: true), stamp) != nil)
    #expect(machine.handle(.answer(higher: true), stamp) == nil)
    _ = later.noteEnded(1, notes)
    #expect(later.handle(.answer(higher: false), stamp) != nil)
  }

  @Test("what is heard comes first in what is to be done, then what is told")
  func soundFirst() throws {
    var machine = ChoiceMachine(.comparison)
    let trial = challenge(1)
    let posed = machine.pose(trial, in: run)
    #expect(
      posed == [
        .play(ChoiceMachine.passage(of: trial, .playingFirst), machine.step),
        .notify(.trial(trial)), .notify(.state(.playingNote1)),
      ])
    #expect(machine.beginSecondNote() == [.notify(.state(.playingNote2))])
    var later = machine
    let completed = CompletedTrial(
      id: stamp.id, comparison: trial.challenge, answeredHigher: true,
      tuningSystem: .equalTemperament, timestamp: stamp.date)
    #expect(machine.handle(.answer(higher: true), stamp) == [.confirmSound(machine.step)])
    let answered = machine.soundConfirmed(machine.step)
    let told: ChoiceMachine.Actions = [
      .rest(.feedback, machine.step), .notify(.state(.showingFeedback)),
      .notify(.result(completed)),
    ]
    #expect(answered == [.silence] + told)
    // A note that is over needs no silence.
    later.endSecondNote()
    let answeredLater = later.handle(.answer(higher: true), stamp)
    #expect(answeredLater?.contains(.silence) == false)
    #expect(machine.handle(.commit, stamp) == nil)
    #expect(later.handle(.nudge(1), stamp) == nil)
  }

  @Test("what ends under the name of an earlier step changes nothing")
  func staleSteps() throws {
    var machine = ChoiceMachine(.comparison)
    let notes = try step(machine.pose(challenge(1), in: run))
    machine.beginSecondNote()
    #expect(machine.noteStarted(1, notes) == nil)
    _ = machine.handle(.answer(higher: true), stamp)
    let feedback = try step(machine.soundConfirmed(machine.step))
    #expect(machine.noteEnded(1, notes) == nil)
    #expect(machine.restEnded(notes) == nil)
    #expect(machine.noteFailed(notes, .requested) == nil)
    let next = try step(machine.pose(challenge(2), in: run))
    #expect(machine.restEnded(feedback) == nil)
    #expect(machine.noteStarted(1, notes) == nil)
    #expect(machine.stop(.requested) == ended)
    _ = machine.pose(challenge(1), in: run)
    #expect(machine.noteStarted(1, next) == nil)
    #expect(machine.noteFailed(next, .requested) == nil)
    #expect(machine.phase == .playingNote1)
  }

  @Test("the end of a note is not the end of feedback, nor the other way round")
  func wrongEnds() throws {
    var machine = ChoiceMachine(.comparison)
    let notes = try step(machine.pose(challenge(1), in: run))
    #expect(machine.restEnded(notes) == nil)
    machine.beginSecondNote()
    _ = machine.handle(.answer(higher: true), stamp)
    let feedback = try step(machine.soundConfirmed(machine.step))
    #expect(machine.noteEnded(1, feedback) == nil)
    #expect(machine.phase == .showingFeedback)
  }

  @Test("a note that fails ends the training")
  func failure() throws {
    var machine = ChoiceMachine(.comparison)
    let note1 = try step(machine.pose(challenge(1), in: run))
    #expect(machine.noteFailed(note1, .requested) == ended)
    #expect(machine.course.state == .idle)
    #expect(machine.noteFailed(note1, .requested) == nil)
  }

  @Test("both notes are asked for at once, the second so long after the first as is set")
  func passage() {
    var trial = challenge(1)
    for gap in [0, 0.35] {
      trial = PosedTrial(
        .comparison,
        trial.challenge,
        TrialConditions(
          index: 1, tuningSystem: trial.tuningSystem, referencePitch: trial.referencePitch,
          noteDuration: NoteDuration(seconds: 0.7), amplitudeDB: AmplitudeDB(-3),
          flow: TrialFlow(noteGap: gap)))
      let span = NoteSpan(seconds: 0.7)
      #expect(
        ChoiceMachine.passage(of: trial, .playingFirst).notes == [
          Passage.Note(NoteRequest(trial.referenceFrequency), duration: span),
          Passage.Note(
            NoteRequest(trial.targetFrequency, at: AmplitudeDB(-3)), start: .after(0, gap: gap),
            duration: span),
        ])
    }
  }

  @Test("only an idle machine starts, only a running one stops")
  func startAndStop() {
    var machine = ChoiceMachine(.comparison)
    #expect(machine.stop(.requested) == nil)
    #expect(machine.pose(challenge(1), in: run) != nil)
    #expect(machine.pose(challenge(1), in: run) == nil)
    #expect(machine.pose(challenge(2), in: run) == nil)
    #expect(machine.stop(.requested) == ended)
    #expect(machine.course.state == .idle)
  }

  @Test("each interval keeps its own last answer, from which its staircase goes on")
  func lastAtInterval() {
    var run = run
    let trial = challenge(1, offset: 4)
    let completed = CompletedTrial(
      id: UUID(), comparison: trial.challenge, answeredHigher: true,
      tuningSystem: .equalTemperament, timestamp: .now)
    run.record(completed)
    let interval = trial.challenge.interval
    #expect(run.last(at: interval) == completed)
    for other in DirectedInterval.all where other != interval {
      #expect(run.last(at: other) == nil)
    }
  }

  @Test("an interval that is set twice is in rotation once")
  func rotation() {
    let fifth = DirectedInterval(.perfectFifth)
    let run = TrialRun(
      intervals: [fifth, .prime, fifth], tuningSystem: .justIntonation)
    #expect(run.intervals == [fifth, .prime])
  }
}
