import Foundation
import Music
import Testing

@testable import Training

@Suite("The map of thresholds")
struct ThresholdMapTests {
  private typealias Trial = (note: Int, cents: Double, isCorrect: Bool)

  private func map(_ trials: [Trial]) -> ThresholdMap {
    var map = ThresholdMap()
    for trial in trials {
      map.update(
        note: MIDINote(trial.note), centOffset: Cents(trial.cents), isCorrect: trial.isCorrect)
    }
    return map
  }

  private func threshold(_ map: ThresholdMap, _ note: Int) -> Double {
    map.estimate(of: MIDINote(note)).threshold.rawValue
  }

  @Test("golden values after one, two and three trials")
  func goldenValues() {
    let trials: [Trial] = [(60, 20.0, true), (60, 10.0, false), (72, 10.0, true)]
    let expected = [11.418574, 25.631345, 21.837395]
    for count in 1...3 {
      #expect(abs(threshold(map(Array(trials.prefix(count))), 60) - expected[count - 1]) < 6e-7)
    }
    let whole = map(trials)
    #expect(abs(whole.belief(about: MIDINote(60)).deviation - 1.063906) < 6e-7)
    #expect(abs(threshold(whole, 72) - 19.696934) < 6e-7)
    #expect(abs(threshold(whole, 36) - 20.020231) < 6e-7)
  }

  @Test("what is kept of the asked notes alone is what the whole covariance says, drift included")
  func dense() {
    var random = SeededGenerator(seed: 11)
    var dense = DenseThresholdMap()
    var map = ThresholdMap()
    for _ in 0..<120 {
      // Some notes are never asked.
      let note = [40, 41, 47, 60, 61, 72, 84].randomElement(using: &random) ?? 60
      let offset = Double.random(in: 0.1...100, using: &random)
      let isCorrect = Double.random(in: 0..<1, using: &random) < 0.75
      dense.update(note, offset, isCorrect)
      map.update(note: MIDINote(note), centOffset: Cents(-offset), isCorrect: isCorrect)
    }
    for note in 36...84 {
      let (expected, found) = (dense.belief(note), map.belief(about: MIDINote(note)))
      #expect(abs(expected.mean - found.mean) < 1e-9)
      #expect(abs(expected.deviation - found.deviation) < 1e-9)
    }
    let covariances = map.covariances(among: [MIDINote(36), MIDINote(60), MIDINote(70)])
    #expect(abs(covariances[0][1] - dense.covariance(36, 60)) < 1e-9)
    #expect(abs(covariances[2][1] - dense.covariance(60, 70)) < 1e-9)
  }

  @Test("before the first trial every note is believed to lie about 15 cents, and anywhere")
  func untrained() {
    let estimate = ThresholdMap().estimate(of: MIDINote(0))
    #expect(abs(estimate.threshold.rawValue - 15) < 1e-12)
    #expect(estimate.low < 2 && estimate.high > 100)
  }

  @Test("a right answer lowers, a wrong one raises the threshold, most on its own note")
  func directions() {
    let right = map([(60, 10, true)])
    let wrong = map([(60, 10, false)])
    #expect(threshold(right, 60) < threshold(right, 61))
    #expect(threshold(right, 61) < threshold(right, 84))
    #expect(threshold(right, 84) < 15)
    #expect(threshold(wrong, 60) > threshold(wrong, 84))
    #expect(threshold(wrong, 84) > 15)
  }

  @Test("a long history leaves a belief that is whole", arguments: [0.01, 1, 100])
  func longHistory(offset: Double) {
    let map = map((0..<5000).map { (36 + $0 % 49, offset, !$0.isMultiple(of: 4)) })
    for note in MIDINote.range {
      let estimate = map.estimate(of: MIDINote(note))
      #expect(estimate.low.rawValue > 0 && estimate.low < estimate.threshold)
      #expect(estimate.threshold < estimate.high && estimate.high.rawValue.isFinite)
    }
  }

  @Test("offsets of nothing and of an octave are taken, too")
  func extremes() {
    let map = map([(0, 0, true), (127, 1200, false), (0, 0, false), (127, 1200, true)])
    #expect(threshold(map, 0).isFinite && threshold(map, 127).isFinite)
    #expect(map.trials == 4)
  }
}
