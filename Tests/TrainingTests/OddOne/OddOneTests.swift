import Foundation
import Music
import TestSupport
import Testing

@testable import Training

@Suite("Which of three differs")
@MainActor
struct OddOneTests {
  private let run = TrialRun(
    intervals: [DirectedInterval(.perfectFifth)], tuningSystem: .justIntonation)
  private let stamp = Stamp(id: UUID(), date: .now)

  private func trial(
    _ oddPlace: Int, at interval: DirectedInterval = DirectedInterval(.perfectFifth),
    accompaniment: [DirectedInterval] = [.prime], isDrone: Bool = false
  ) -> PosedTrial {
    PosedTrial(
      .oddOne,
      Challenge(
        referenceNote: MIDINote(60), interval: interval, centOffset: 12, oddPlace: oddPlace),
      TrialConditions(
        index: 1, tuningSystem: .justIntonation,
        referencePitch: TuningSystem.standardReferencePitch, noteDuration: NoteDuration(seconds: 1),
        amplitudeDB: AmplitudeDB(-2), voicing: Voicing(.harmonic, accompaniment: accompaniment)))
  }

  @Test(
    "each sound follows the one before, the odd one where it is said; a unison is a single note")
  func passage() {
    for place in 1...3 {
      let fifth = trial(place)
      let notes = ChoiceMachine.passage(of: fifth, .playingFirst).notes
      #expect(notes.count == 6)
      for sound in 1...3 {
        #expect(notes[2 * sound - 2].request.frequency == fifth.referenceFrequency)
        #expect(
          notes[2 * sound - 1].request.frequency
            == (sound == place ? fifth.targetFrequency : fifth.trueFrequency))
      }
      // The level says nothing of the place.
      #expect(notes.map(\.request.amplitudeDB.decibels) == [-3, 0, -5, -2, -3, 0])
      let placed = Passage(notes).placements(at: 1000)
      #expect(placed.map(\.start) == [0, 0, 1250, 1250, 2500, 2500])
      let unison = ChoiceMachine.passage(of: trial(place, at: .prime), .playingFirst)
      #expect(unison.notes.count == 3)
      #expect(
        unison.notes.firstIndex { $0.request.frequency != trial(place).referenceFrequency } == place
          - 1)
    }
  }

  @Test("a voice at the note in question gives way to it")
  func chord() {
    let voices = [Interval.prime, .majorThird, .perfectFifth].map { DirectedInterval($0) }
    let passage = ChoiceMachine.passage(of: trial(2, accompaniment: voices), .playingFirst)
    #expect(passage.notes.count == 9 && Set(passage.notes.map(\.request.frequency)).count == 4)
  }

  @Test("an answer counts from the third sound on; the right one is the place of the odd one")
  func course() throws {
    for place in 1...3 {
      var machine = ChoiceMachine(.oddOne)
      _ = machine.pose(trial(2), in: run)
      #expect(machine.phase == .playingFirst && machine.noteStarted(1, machine.step) == nil)
      #expect(machine.noteStarted(3, machine.step) == [.notify(.state(.playingSecond))])
      #expect(machine.handle(.choose(place), stamp) == nil)
      #expect(machine.noteEnded(3, machine.step) == nil)
      #expect(machine.noteStarted(5, machine.step) == [.notify(.state(.playingThird))])
      #expect(machine.handle(.answer(higher: true), stamp) == nil)
      if place == 1 {
        #expect(machine.handle(.choose(1), stamp) == [.confirmSound(machine.step)])
        #expect(machine.phase == .playingThird)
        _ = machine.soundConfirmed(machine.step)
      } else {
        #expect(machine.noteEnded(5, machine.step) == [.notify(.state(.awaitingAnswer))])
        _ = machine.handle(.choose(place), stamp)
      }
      let result = try #require(machine.run?.last)
      #expect(result.answer == .place(place) && result.isCorrect == (place == 2))
    }
  }

  @Test("a staircase goes by the answers, and chance puts the odd one in each place as often")
  func block() {
    var block = Block(.oddOne, .trials(300))
    var rule = Staircase()
    (rule.start, rule.steps) = (40, [2])
    block.method = .staircase(rule)
    let course = BlockCourse(block, seed: 5)
    let chooser = TrainingChooser(.oddOne, course: course)
    let settings = MockUserSettings()
    let run = chooser.makeRun(settings)
    let notes = chooser.notes(in: run, settings, canSound: { _ in true })
    var random = RandomSource(SeededGenerator(seed: 5))
    var (sizes, places): ([Double], [Int: Int]) = ([], [:])
    for index in 1...300 {
      let trial = chooser.trial(index, in: run, among: notes, settings, using: &random)
      sizes.append(trial.challenge.centOffset.magnitude)
      places[trial.challenge.oddPlace, default: 0] += 1
      let stamp = Stamp(id: UUID(), date: Date(timeIntervalSince1970: 0))
      course.add(CompletedTrial(trial, .place(trial.challenge.oddPlace), stamp))
    }
    #expect(sizes.prefix(6) == [40, 40, 20, 20, 10, 10])
    #expect(
      places.keys.sorted() == [1, 2, 3] && places.values.allSatisfy { (70...130).contains($0) })
    #expect(course.isOver)
  }

  @Test("the profile knows nothing of it")
  func profile() {
    var hearing = HearingModel()
    hearing.add(CompletedTrial(trial(1), .place(1), stamp))
    #expect(hearing.purity.count == 0 && hearing.intervals.harmonic.count == 0)
  }

  // MARK: The analysis

  @Test("how often the odd one is told: a third by chance, and as simulated by the rule")
  func probability() {
    #expect(abs(OddOneBelief.probability(ofSensitivity: 0) - 1 / 3.0) < 1e-3)
    #expect(abs(OddOneBelief.probability(ofSensitivity: 0.9539) - 0.4110) < 1e-3)
    #expect(abs(OddOneBelief.probability(ofSensitivity: 2) - 0.6048) < 1e-3)
    #expect(abs(OddOneBelief.probability(ofSensitivity: 4) - 0.8977) < 1e-3)
  }

  @Test("the threshold of a simulated listener comes back; one who guesses has no figure")
  func threshold() throws {
    var random = SeededGenerator(seed: 9)
    var (covered, errors): (Int, [Double]) = (0, [])
    for number in 0..<10 {
      let truth = 3 * pow(1.4, Double(number))
      let answers = (0..<300).map { _ in
        let size = truth * Double(Int.random(in: 1...5, using: &random))
        let share = OddOneBelief.probability(ofSensitivity: 0.9539 * size / truth)
        return OddOneAnswer(
          .prime, centOffset: Cents(size),
          isCorrect: Double.random(in: 0..<1, using: &random) < 0.98 * share + 0.02 / 3)
      }
      let figures = try #require(StudyFigures.all(of: answers).first)
      let threshold = try #require(figures.threshold)
      #expect(figures.training == .oddOne && figures.state == .shown && figures.answers == 300)
      covered += (threshold.low...threshold.high).contains(Cents(truth)) ? 1 : 0
      errors.append(log(threshold.value.rawValue / truth))
    }
    #expect(covered >= 7, "\(covered) of 10 intervals")
    #expect(errors.allSatisfy { abs($0) < 0.5 }, "\(errors)")
    let guesses = (0..<300).map { OddOneAnswer(.prime, centOffset: 50, isCorrect: $0 % 3 == 0) }
    #expect(StudyFigures.all(of: guesses).first?.state != .shown)
  }
}
