import Foundation
import Music
import TestSupport
import Testing

@testable import Training

@Suite("Listening")
@MainActor
struct ListeningTests {
  private let settings = MockUserSettings()
  private let stamp = Stamp(id: UUID(), date: Date(timeIntervalSince1970: 0))
  private let third = DirectedInterval(.majorThird)

  private func trials(_ count: Int) -> [PosedTrial] {
    let chooser = TrainingChooser(.listening)
    var run = chooser.makeRun(settings)
    let notes = chooser.notes(in: run, settings, canSound: { _ in true })
    var random = RandomSource(SeededGenerator(seed: 3))
    return (1...count).map { index in
      let trial = chooser.trial(index, in: run, among: notes, settings, using: &random)
      run.record(CompletedTrial(trial, .heard, stamp))
      return trial
    }
  }

  /// A machine whose first trial has begun.
  private func machine(_ trial: PosedTrial) -> ListeningMachine {
    var machine = ListeningMachine()
    _ = machine.pose(
      trial, in: TrialRun(intervals: [trial.interval], tuningSystem: .justIntonation))
    return machine
  }

  @Test("all is in tune, and no note follows itself as a reference")
  func inTune() {
    settings.intervals = [third]
    settings.tuningSystem = .justIntonation
    let trials = trials(200)
    for trial in trials {
      let ratio = trial.targetFrequency.hertz / trial.referenceFrequency.hertz
      #expect(abs(ratio - 1.25) < 1e-12)
    }
    for (former, next) in zip(trials, trials.dropFirst()) {
      #expect(former.referenceNote != next.referenceNote)
    }
  }

  @Test("the reference, the other note, then both together, each for the time of a note")
  func passage() {
    settings.intervals = [third]
    let trial = trials(1)[0]
    let passage = ListeningMachine.passage(of: trial)
    let (low, high) = (trial.referenceFrequency, trial.trueFrequency)
    #expect(passage.notes.map(\.request.frequency) == [low, high, low, high])
    let places = passage.placements(at: 1000)
    let length = Int(trial.noteDuration.seconds * 1000)
    #expect(places.map(\.length) == Array(repeating: length, count: 4))
    #expect(
      places.map(\.start) == [0, length, 2 * length + 250, 2 * length + 250])
  }

  @Test("its states follow the notes; at the end the trial is complete without an answer")
  func course() throws {
    var machine = machine(trials(1)[0])
    var phases = [machine.phase]
    for note in 0...2 {
      if machine.noteStarted(note, machine.step) != nil { phases.append(machine.phase) }
      #expect(machine.noteEnded(note, machine.step) == nil)
    }
    #expect(phases == [.playingNote1, .playingNote2, .playingTogether])
    #expect(machine.noteEnded(3, machine.step) == [.complete])
    let actions = machine.handle(.skip, stamp)
    #expect(machine.phase == .showingFeedback)
    #expect(actions?.contains(.rest(.seconds(1), machine.step)) == true)
    #expect(
      machine.restEnded(machine.step) == [.choose(try #require(machine.run), index: 2)])
  }

  @Test(
    "the next notes come whenever they are wanted; the same ones again, before and after the end")
  func hands() throws {
    var next = machine(trials(1)[0])
    #expect(next.handle(.commit, stamp) != nil && next.phase == .showingFeedback)
    var again = machine(trials(1)[0])
    _ = again.noteStarted(1, again.step)
    #expect(again.handle(.again, stamp) != nil && again.phase == .playingNote1)
    #expect(again.trial?.hearing == 2)
    _ = again.handle(.skip, stamp)
    #expect(again.handle(.again, stamp) != nil && again.phase == .replaying)
  }

  @Test("nothing is answered, and nothing can be taken back")
  func nothingAnswered() {
    var machine = machine(trials(1)[0])
    #expect(machine.handle(.answer(higher: true), stamp) == nil)
    _ = machine.handle(.skip, stamp)
    #expect(machine.undo() == nil)
    var hearing = HearingModel()
    hearing.add(CompletedTrial(trials(1)[0], .heard, stamp))
    #expect(hearing.matchings.interval.melodic.count == 0)
  }

  @Test("beside a drone the other note sounds alone")
  func drone() {
    settings.intervals = [third]
    settings.drone = true
    settings.referenceNote = MIDINote(50)
    let trial = trials(1)[0]
    #expect(trial.voicing.isDrone && ListeningMachine.passage(of: trial).notes.count == 1)
    var machine = machine(trial)
    #expect(machine.phase == .playingTogether)
    #expect(machine.noteEnded(0, machine.step) == [.complete])
  }
}
