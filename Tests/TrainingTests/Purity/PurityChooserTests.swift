import Foundation
import Music
import TestSupport
import Testing

@testable import Training

@Suite("What a purity training asks")
@MainActor
struct PurityChooserTests {
  private let settings = MockUserSettings()
  private let fifth = DirectedInterval(.perfectFifth)

  private func trials(
    _ count: Int, seed: UInt64 = 1, after hearing: HearingModel = HearingModel()
  ) -> [PosedTrial] {
    let chooser = TrainingChooser(.purity, hearing: { hearing })
    let run = chooser.makeRun(settings)
    let notes = chooser.notes(in: run, settings, canSound: { _ in true })
    var random = RandomSource(SeededGenerator(seed: seed))
    return (1...count).map { index in
      chooser.trial(index, in: run, among: notes, settings, using: &random)
    }
  }

  @Test("notes always sound together, and either of the two may be the true one")
  func fair() {
    settings.intervals = [fifth]
    let trials = trials(400)
    #expect(trials.allSatisfy { $0.voicing.presentation == .harmonic })
    #expect((150...250).contains(trials.count { $0.challenge.isFirstTrue }))
    #expect((150...250).contains(trials.count { $0.challenge.centOffset.rawValue > 0 }))
    let delays = trials.flatMap { [$0.voicing.delay, $0.delayOfSecond] }
    #expect(delays.allSatisfy { Voicing.delays.contains($0) })
    #expect(Set(delays).count > 700)
  }

  @Test("a seed repeats a training")
  func seed() { #expect(trials(20, seed: 7) == trials(20, seed: 7)) }

  @Test("the difference follows the answers to that interval")
  func adaptive() {
    settings.intervals = [fifth]
    var hearing = HearingModel()
    for index in 0..<200 {
      hearing.add(
        ChoiceAnswer(
          .purity,
          note: MIDINote(60), interval: fifth, centOffset: Cents(index.isMultiple(of: 2) ? 4 : -4),
          isCorrect: true, date: Date(timeIntervalSince1970: Double(index))))
    }
    func middle(_ trials: [PosedTrial]) -> Double {
      trials.map(\.challenge.centOffset.magnitude).sorted()[trials.count / 2]
    }
    #expect(middle(trials(200, after: hearing)) < 0.3 * middle(trials(200)))
    #expect(trials(1, after: hearing)[0].believedThreshold ?? 100 < 5)
  }

  @Test("a staircase narrows after a right answer and widens after a wrong one")
  func kazez() {
    settings.strategy = .kazez
    let first = trials(1)[0]
    #expect(first.challenge.centOffset.magnitude == 100)
    let chooser = TrainingChooser(.purity, hearing: { HearingModel() })
    for isCorrect in [true, false] {
      var run = chooser.makeRun(settings)
      run.record(
        CompletedTrial(
          id: UUID(),
          purity: Challenge(
            referenceNote: MIDINote(60), interval: .prime, centOffset: -25, isFirstTrue: true),
          answeredFirst: isCorrect, tuningSystem: .equalTemperament, timestamp: .now))
      var random = RandomSource(SeededGenerator(seed: 3))
      let notes = chooser.notes(in: run, settings, canSound: { _ in true })
      let next = chooser.trial(2, in: run, among: notes, settings, using: &random)
      let expected = KazezStaircase.difference(after: 25, isCorrect: isCorrect)
      #expect(abs(next.challenge.centOffset.magnitude - expected) < 1e-9)
    }
  }

  @Test("in a mixed set each interval has a staircase of its own")
  func staircases() {
    settings.strategy = .kazez
    settings.intervals = [.prime, fifth]
    let chooser = TrainingChooser(.purity, hearing: { HearingModel() })
    var run = chooser.makeRun(settings)
    run.record(
      CompletedTrial(
        id: UUID(),
        purity: Challenge(
          referenceNote: MIDINote(60), interval: .prime, centOffset: 4, isFirstTrue: true),
        answeredFirst: true, tuningSystem: .equalTemperament, timestamp: .now))
    var random = RandomSource(SeededGenerator(seed: 5))
    let notes = chooser.notes(in: run, settings, canSound: { _ in true })
    let trials = (2...41).map {
      chooser.trial($0, in: run, among: notes, settings, using: &random)
    }
    let ofFifth = trials.filter { $0.challenge.interval == fifth }
    #expect(!ofFifth.isEmpty && ofFifth.count < trials.count)
    #expect(ofFifth.allSatisfy { $0.challenge.centOffset.magnitude == 100 })
    #expect(
      trials.allSatisfy { $0.challenge.interval == fifth || $0.challenge.centOffset.magnitude < 4 })
  }

  @Test("a fixed reference note stays, and a voice that cannot sound leaves its note out")
  func notes() {
    settings.intervals = [fifth]
    settings.referenceNote = MIDINote(48)
    #expect(trials(30).allSatisfy { $0.challenge.referenceNote == MIDINote(48) })
    settings.referenceNote = nil
    settings.accompaniment = [.prime, DirectedInterval(.octave)]
    let chooser = TrainingChooser(.purity, hearing: { HearingModel() })
    let run = chooser.makeRun(settings)
    let limit = Frequency(hertz: 700)
    let notes = chooser.notes(in: run, settings, canSound: { $0 <= limit })
    #expect(notes.references(for: fifth).last == MIDINote(65))
  }
}
