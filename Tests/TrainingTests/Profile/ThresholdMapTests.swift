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

/// The threshold map as its formulas stand: the whole covariance of 49 notes, written out.
struct DenseThresholdMap {
  private static let notes = Array(36...84)
  private var mean = [Double](repeating: log(15), count: 49)
  private var covariance = DenseThresholdMap.prior
  private var trials = 0

  private static let prior: [[Double]] = notes.map { i in
    notes.map { j in
      let r = 3.0.squareRoot() * Double(abs(i - j)) / 16
      return 1.44 + 0.49 * (1 + r) * exp(-r) + (i == j ? 0.0225 : 0)
    }
  }

  func belief(_ note: Int) -> (mean: Double, deviation: Double) {
    (mean[note - 36], covariance[note - 36][note - 36].squareRoot())
  }

  func covariance(_ first: Int, _ second: Int) -> Double { covariance[first - 36][second - 36] }

  mutating func update(_ note: Int, _ offset: Double, _ isCorrect: Bool) {
    if trials > 0, trials % 16 == 0 { drift() }
    trials += 1
    let n = note - 36
    let deviation = covariance[n][n].squareRoot()
    let z = (0...16).map { -4 + 0.5 * Double($0) }
    let weights = z.map { z in
      let cumulative =
        0.5 * erfc(-0.6744897501960817 * offset / exp(mean[n] + deviation * z) / 2.0.squareRoot())
      let correct = 0.5 + 0.96 * (cumulative - 0.5)
      return exp(-z * z / 2) * (isCorrect ? correct : 1 - correct)
    }
    let sum = weights.reduce(0, +)
    let a = zip(weights, z).reduce(0) { $0 + $1.0 * $1.1 } / sum
    let b = zip(weights, z).reduce(0) { $0 + $1.0 * $1.1 * $1.1 } / sum - a * a
    let g = covariance.map { $0[n] / deviation }
    for i in g.indices {
      mean[i] += g[i] * a
      for j in g.indices { covariance[i][j] -= (1 - b) * g[i] * g[j] }
    }
  }

  private mutating func drift() {
    for i in mean.indices {
      for j in mean.indices {
        covariance[i][j] += 16 * (1e-4 + 4e-6 * (Self.prior[i][j] - 1.44) / 0.5125)
      }
    }
  }
}
