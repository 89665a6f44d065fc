import Foundation
import Music

nonisolated extension ThresholdMap {
  /// Half the width of a central 90 % interval, in standard deviations.
  static let intervalWidth = 1.645

  /// What is believed of a note, asked or not. O(k²).
  public func estimate(of note: MIDINote) -> ThresholdEstimate {
    let (mean, deviation) = belief(about: note)
    let reach = Self.intervalWidth * deviation
    return ThresholdEstimate(
      threshold: Cents(exp(mean)), low: Cents(exp(mean - reach)), high: Cents(exp(mean + reach)))
  }

  /// The mean and the standard deviation of the ln threshold of a note. O(k²).
  public func belief(about note: MIDINote) -> (mean: Double, deviation: Double) {
    (means(of: [note])[0], variances(of: [note])[0].squareRoot())
  }

  /// The means of the ln thresholds of some notes.
  func means(of notes: [MIDINote]) -> [Double] {
    rows(of: notes).map { row in
      zip(row, coefficients).reduce(ThresholdPrior.mean) { $0 + $1.0 * $1.1 }
    }
  }

  /// The variances of the ln thresholds of some notes. O(n·k²).
  func variances(of notes: [MIDINote]) -> [Double] { notes.map { covariances(among: [$0])[0][0] } }

  /// The covariance of the ln thresholds of every two of some notes. O(n·k² + n²·k).
  func covariances(among notes: [MIDINote]) -> [[Double]] {
    let rows = rows(of: notes)
    let reduced = rows.map(reduce)
    return notes.indices.map { i in
      notes.indices.map { j in
        let learnt = zip(reduced[i], rows[j]).reduce(0) { $0 + $1.0 * $1.1 }
        let distance = abs(notes[i].rawValue - notes[j].rawValue)
        return shape * ThresholdPrior.covariances[distance] + level - learnt
      }
    }
  }

  private func reduce(_ row: [Double]) -> [Double] {
    var row = row
    return row.withUnsafeMutableBufferPointer { row in
      [Double](unsafeUninitializedCapacity: dimension) { product, count in
        product.initialize(repeating: 0)
        reduction.multiply(row, into: UnsafeMutableBufferPointer(rebasing: product[..<dimension]))
        count = dimension
      }
    }
  }

  /// The rows of F that belong to some notes.
  private func rows(of notes: [MIDINote]) -> [[Double]] {
    notes.map { note in
      [Double](unsafeUninitializedCapacity: dimension) { row, count in
        row.initialize(repeating: 0)
        fillRow(of: note.rawValue, into: UnsafeMutableBufferPointer(rebasing: row[..<dimension]))
        count = dimension
      }
    }
  }
}
