import Foundation
import Music
import Testing

@testable import Training

@Suite("Comparison machine")
@MainActor
struct ComparisonMachineTests {
  private let run = ComparisonMachine.Run(intervals: [.prime], tuningSystem: .equalTemperament)

  private func challenge(_ index: Int, offset: Cents = 50) -> PosedComparison {
    PosedComparison(
      index: index,
      comparison: Comparison(referenceNote: MIDINote(60), interval: .prime, centOffset: offset),
      tuningSystem: .equalTemperament, referencePitch: TuningSystem.standardReferencePitch,
      noteDuration: NoteDuration(seconds: 1), amplitudeDB: AmplitudeDB(0))
  }

  private let stamp = Stamp(id: UUID(), date: .now)

  /// What is done at the end of a training.
  private let ended: ComparisonMachine.Actions = [
    .silence, .notify(.state(.idle)), .notify(.stopped(.requested)),
  ]

  /// The step that one of the actions waits for.
  private func step(_ actions: ComparisonMachine.Actions?) throws -> TrainingStep {
    for action in try #require(actions) {
      switch action {
      case .play(_, _, let step), .rest(let step): return step
      default: continue
      }
    }
    throw CocoaError(.featureUnsupported)
  }

  @Test("a challenge goes from note to note to answer to feedback and on to the next")
  func wholeChallenge() throws {
    var machine = ComparisonMachine()
    #expect(machine.phase == .idle)

    let note1 = try step(machine.pose(challenge(1), in: run))
    #expect(machine.course.state == .running(run, .asking(challenge(1), .playingNote1)))

    let note2 = try step(machine.noteEnded(note1))
    _ = machine.noteStarted(note2)
    #expect(machine.course.state == .running(run, .asking(challenge(1), .playingNote2)))

    #expect(machine.noteEnded(note2) == [.notify(.state(.awaitingAnswer))])
    #expect(machine.course.state == .running(run, .asking(challenge(1), .awaitingAnswer)))

    let feedback = try step(machine.handle(.answer(higher: true), stamp))
    #expect(machine.phase == .showingFeedback)
    let after = try #require(machine.run)
    #expect(after.last?.isCorrect == true)
    #expect(after.bestDifference == 50)

    #expect(machine.restEnded(feedback) == [.choose(after, index: 2)])
    #expect(try step(machine.pose(challenge(2), in: after)) != note1)
    #expect(machine.course.state == .running(after, .asking(challenge(2), .playingNote1)))
  }

  @Test("an answer counts while the second note sounds and after it, and only once")
  func answers() throws {
    var machine = ComparisonMachine()
    #expect(machine.handle(.answer(higher: true), stamp) == nil)
    let note1 = try step(machine.pose(challenge(1), in: run))
    #expect(machine.handle(.answer(higher: true), stamp) == nil)
    let note2 = try step(machine.noteEnded(note1))
    _ = machine.noteStarted(note2)
    var later = machine
    #expect(machine.handle(.answer(higher: true), stamp) != nil)
    #expect(machine.handle(.answer(higher: true), stamp) == nil)
    _ = later.noteEnded(note2)
    #expect(later.handle(.answer(higher: false), stamp) != nil)
  }

  @Test("what is heard comes first in what is to be done, then what is told")
  func soundFirst() throws {
    var machine = ComparisonMachine()
    let trial = challenge(1)
    let posed = machine.pose(trial, in: run)
    #expect(
      posed == [
        .play(NoteRequest(trial.referenceFrequency), for: trial.noteDuration, machine.step),
        .notify(.trial(trial)), .notify(.state(.playingNote1)),
      ])
    let second = machine.noteEnded(machine.step)
    #expect(
      second == [
        .play(
          NoteRequest(trial.targetFrequency, at: trial.amplitudeDB), for: trial.noteDuration,
          machine.step)
      ])
    #expect(machine.noteStarted(machine.step) == [.notify(.state(.playingNote2))])
    var later = machine
    let completed = CompletedComparison(
      id: stamp.id, comparison: trial.comparison, answeredHigher: true,
      tuningSystem: .equalTemperament, timestamp: stamp.date)
    #expect(machine.handle(.answer(higher: true), stamp) == [.confirmSound(machine.step)])
    let answered = machine.soundConfirmed(machine.step)
    let told: ComparisonMachine.Actions = [
      .rest(machine.step), .notify(.state(.showingFeedback)), .notify(.result(completed)),
    ]
    #expect(answered == [.silence] + told)
    // A note that is over needs no silence.
    _ = later.noteEnded(later.step)
    let answeredLater = later.handle(.answer(higher: true), stamp)
    #expect(answeredLater?.contains(.silence) == false)
    #expect(machine.handle(.commit, stamp) == nil)
    #expect(later.handle(.nudge(1), stamp) == nil)
  }

  @Test("what ends under the name of an earlier step changes nothing")
  func staleSteps() throws {
    var machine = ComparisonMachine()
    let note1 = try step(machine.pose(challenge(1), in: run))
    let note2 = try step(machine.noteEnded(note1))
    _ = machine.noteStarted(note2)
    #expect(machine.noteEnded(note1) == nil)
    _ = machine.handle(.answer(higher: true), stamp)
    let feedback = try step(machine.soundConfirmed(machine.step))
    #expect(machine.noteEnded(note2) == nil)
    #expect(machine.restEnded(note2) == nil)
    #expect(machine.noteFailed(note2, .requested) == nil)
    let next = try step(machine.pose(challenge(2), in: run))
    #expect(machine.restEnded(feedback) == nil)
    #expect(machine.noteEnded(note1) == nil)
    #expect(machine.stop(.requested) == ended)
    _ = machine.pose(challenge(1), in: run)
    #expect(machine.noteEnded(next) == nil)
    #expect(machine.noteFailed(next, .requested) == nil)
    #expect(machine.phase == .playingNote1)
  }

  @Test("the end of a note is not the end of feedback, nor the other way round")
  func wrongEnds() throws {
    var machine = ComparisonMachine()
    let note1 = try step(machine.pose(challenge(1), in: run))
    #expect(machine.restEnded(note1) == nil)
    _ = machine.noteStarted(try step(machine.noteEnded(note1)))
    _ = machine.handle(.answer(higher: true), stamp)
    let feedback = try step(machine.soundConfirmed(machine.step))
    #expect(machine.noteEnded(feedback) == nil)
    #expect(machine.phase == .showingFeedback)
  }

  @Test("a note that fails ends the training")
  func failure() throws {
    var machine = ComparisonMachine()
    let note1 = try step(machine.pose(challenge(1), in: run))
    #expect(machine.noteFailed(note1, .requested) == ended)
    #expect(machine.course.state == .idle)
    #expect(machine.noteFailed(note1, .requested) == nil)
  }

  @Test("only an idle machine starts, only a running one stops")
  func startAndStop() {
    var machine = ComparisonMachine()
    #expect(machine.stop(.requested) == nil)
    #expect(machine.pose(challenge(1), in: run) != nil)
    #expect(machine.pose(challenge(1), in: run) == nil)
    #expect(machine.pose(challenge(2), in: run) == nil)
    #expect(machine.stop(.requested) == ended)
    #expect(machine.course.state == .idle)
  }

  @Test("the best difference is the smallest that was told right")
  func best() throws {
    var run = run
    for (offset, higher) in [(-40.0, false), (20, false), (60, true), (-30, false), (-10, true)] {
      let trial = challenge(1, offset: Cents(offset))
      run.record(
        CompletedComparison(
          id: UUID(), comparison: trial.comparison, answeredHigher: higher,
          tuningSystem: .equalTemperament, timestamp: .now))
    }
    #expect(run.bestDifference == 30)
    #expect(run.last?.isCorrect == false)
  }

  @Test("an interval that is set twice is in rotation once")
  func rotation() {
    let fifth = DirectedInterval(.perfectFifth)
    let run = ComparisonMachine.Run(
      intervals: [fifth, .prime, fifth], tuningSystem: .justIntonation)
    #expect(run.rotation.intervals == [fifth, .prime])
  }
}
