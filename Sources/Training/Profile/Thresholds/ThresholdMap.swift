import Foundation
import Music

/// The estimate of the true threshold of every note, from the raw trials: which note, how large the
/// difference, correct or wrong.
///
/// A belief over θ_n = ln(threshold of note n): a Gaussian process over the keyboard
/// (``ThresholdPrior``), updated by assumed-density filtering with each answer
/// (``PsychometricFunction``; Opper, "A Bayesian Approach to On-line Learning", 1998; Minka, "A
/// Family of Algorithms for Approximate Bayesian Inference", 2001, ch. 3). An answer on one note
/// also says something about its neighbours. Hearing changes, so the belief slowly widens.
///
///     var map = ThresholdMap()
///     map.update(note: MIDINote(60), centOffset: 20, isCorrect: true)
///     map.estimate(of: MIDINote(60)).threshold     // 11.4 cents
///
/// Its size does not grow with the number of trials. A trial costs O(k²), with k the number of
/// notes that were ever asked: about a microsecond for four octaves.
public nonisolated struct ThresholdMap: Equatable, Sendable {
  /// The number of trials that the belief rests on.
  public private(set) var trials = 0

  // The belief's mean and covariance over all 128 notes are kept as the prior and what the notes
  // asked so far have contributed. With F the columns of K of those notes and a column of ones
  // before them,
  //
  //     mean = prior mean + F · coefficients
  //     C    = shape · K + level · 11ᵀ − F · reduction · Fᵀ
  //
  // which is exact: an answer on note n changes the mean along the column C[:, n], and the
  // covariance by its square; both lie in the space of F's columns. Drift changes shape and level
  // alone. What was never asked costs nothing.
  private var basis: [Int] = []
  private var coefficients = [0.0]
  private var reduction = GrowingMatrix(size: 1)
  private var shape = 1.0
  private var level = 0.0

  /// The column of F of each note; 0 if it was never asked.
  private var columns = [Int](repeating: 0, count: 128)

  public init() {}

  /// The number of columns of F.
  private var dimension: Int { basis.count + 1 }

  /// Adds a trial; the direction of its offset does not matter.
  public mutating func update(note: MIDINote, centOffset: Cents, isCorrect: Bool) {
    if trials > 0, trials.isMultiple(of: ThresholdPrior.driftInterval) {
      shape += ThresholdPrior.driftOfShape
      level += ThresholdPrior.driftOfLevel
    }
    trials += 1
    let column = column(of: note.rawValue)
    let size = dimension
    withUnsafeTemporaryAllocation(of: Double.self, capacity: 2 * size) { room in
      let row = UnsafeMutableBufferPointer(rebasing: room[..<size])
      let direction = UnsafeMutableBufferPointer(rebasing: room[size...])
      fillRow(of: note.rawValue, into: row)
      let variance = fillDirection(of: column, row: row, into: direction)
      let deviation = variance.squareRoot()
      var mean = ThresholdPrior.mean
      for k in 0..<size { mean += row[k] * coefficients[k] }
      let moments = Self.moments(
        offset: centOffset.magnitude, isCorrect: isCorrect, mean: mean, deviation: deviation)
      move(
        along: direction, mean: moments.mean / deviation,
        covariance: (1 - moments.variance) / variance)
    }
  }

  /// The mean and the variance of the standardized ln threshold after an answer.
  private static func moments(
    offset: Double, isCorrect: Bool, mean: Double, deviation: Double
  ) -> (mean: Double, variance: Double) {
    var (sum, first, second) = (0.0, 0.0, 0.0)
    ThresholdNodes.forEach(offset: offset, mean: mean, deviation: deviation) { node, z in
      let correct = PsychometricFunction.standard.probabilityCorrect(at: z)
      let weight = ThresholdNodes.weights[node] * (isCorrect ? correct : 1 - correct)
      let position = ThresholdNodes.positions[node]
      sum += weight
      first += weight * position
      second += weight * position * position
    }
    let newMean = first / sum
    return (newMean, second / sum - newMean * newMean)
  }

  /// The column of a note, which is added when the note is asked for the first time.
  private mutating func column(of note: Int) -> Int {
    if columns[note] > 0 { return columns[note] }
    let old = dimension
    basis.append(note)
    columns[note] = old
    coefficients.append(0)
    reduction.grow()
    return old
  }

  /// Fills in the row of F that belongs to a note.
  private func fillRow(of note: Int, into row: UnsafeMutableBufferPointer<Double>) {
    row[0] = 1
    ThresholdPrior.covariances.withUnsafeBufferPointer { covariances in
      for k in 0..<basis.count { row[k + 1] = covariances[abs(note - basis[k])] }
    }
  }

  /// Fills in the direction v with C[:, n] = F·v for the note n of that row and column.
  ///
  /// - Returns: C[n, n].
  private func fillDirection(
    of column: Int, row: UnsafeMutableBufferPointer<Double>,
    into direction: UnsafeMutableBufferPointer<Double>
  ) -> Double {
    let size = dimension
    reduction.multiply(row, into: direction)
    for k in 0..<size { direction[k].negate() }
    direction[0] += level
    direction[column] += shape
    var variance = 0.0
    for k in 0..<size { variance += row[k] * direction[k] }
    return variance
  }

  /// Applies what an answer has shown.
  private mutating func move(
    along direction: UnsafeMutableBufferPointer<Double>, mean: Double, covariance: Double
  ) {
    let size = dimension
    coefficients.withUnsafeMutableBufferPointer { coefficients in
      for k in 0..<size { coefficients[k] += mean * direction[k] }
    }
    reduction.addSquare(of: direction, times: covariance)
  }
}

nonisolated extension ThresholdMap {
  /// Half the width of a central 90 % interval, in standard deviations.
  static let intervalWidth = 1.645

  /// The estimate of a note, asked or not. O(k²).
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

  /// The means of the ln thresholds of several notes.
  func means(of notes: [MIDINote]) -> [Double] {
    rows(of: notes).map { row in
      zip(row, coefficients).reduce(ThresholdPrior.mean) { $0 + $1.0 * $1.1 }
    }
  }

  /// The variances of the ln thresholds of several notes. O(n·k²).
  func variances(of notes: [MIDINote]) -> [Double] { notes.map { covariances(among: [$0])[0][0] } }

  /// The covariance of the ln thresholds of every two of the notes. O(n·k² + n²·k).
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

  /// The rows of F that belong to several notes.
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

/// The estimate of the threshold of one note: the difference that is told correctly three times in
/// four.
public nonisolated struct ThresholdEstimate: Hashable, Sendable {
  public let threshold: Cents

  /// The interval that contains the true threshold with a probability of 90 %.
  public let low: Cents
  public let high: Cents
}
