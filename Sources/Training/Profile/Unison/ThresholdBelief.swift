import Foundation
import MainThread

/// A belief about the listener's thresholds for one rate of lapses: a Gaussian over ln threshold of
/// each note, the departure of the present day from a usual one, and the departure of each
/// condition.
///
/// The answer to a difference of x cents is right with the probability
///
///     p(x, θ) = ½ + (1 − 2λ) · (Φ(0.67449 · x / e^θ) − ½)
///
/// where θ is the sum of the three. The belief follows each answer by assumed-density filtering
/// (Opper, "A Bayesian Approach to On-line Learning", 1998; Minka, "A Family of Algorithms for
/// Approximate Bayesian Inference", 2001, ch. 3). The notes correlate as in a Gaussian process with
/// a Matérn kernel of order 3/2 (Rasmussen and Williams, "Gaussian Processes for Machine Learning",
/// 2006, 4.17), so an answer to one note also informs about its neighbours.
///
/// An answer costs about three microseconds. A copy is made only when one of the two changes.
nonisolated struct ThresholdBelief: Sendable {
  /// The index of the day's deviation; notes lie below, conditions above.
  static let day = 128
  private static let firstCondition = 129
  static let conditionCount = 8
  static let size = 137

  /// The number of answers after which the belief widens, as hearing changes.
  static let driftInterval = 16

  /// True if the belief widens before the next answer.
  static func isDrifting(after answers: Int) -> Bool {
    answers > 0 && answers.isMultiple(of: driftInterval)
  }

  /// λ.
  let lapseRate: Double

  private(set) var mean: [Double]

  /// The lower triangle of the covariance, row by row: the element (i, j) with j ≤ i lies at
  /// i (i + 1) / 2 + j.
  private var covariance: [Double]

  /// The changes to the covariance that have not been made.
  private var moves = CovarianceMoves()

  /// The number of rows that an answer can change: those of conditions that never occurred stay 0
  /// except for their variance.
  private var extent = ThresholdBelief.firstCondition

  init(lapseRate: Double) {
    self.lapseRate = lapseRate
    mean = BeliefPrior.mean
    covariance = BeliefPrior.covariance
  }

  /// C_ij.
  subscript(i: Int, j: Int) -> Double {
    let element = covariance[Self.place(i, j)]
    return moves.isEmpty ? element : moves.applied(to: element, row: max(i, j), column: min(i, j))
  }

  private static func place(_ i: Int, _ j: Int) -> Int {
    i >= j ? i * (i + 1) / 2 + j : j * (j + 1) / 2 + i
  }

  /// The mean and the variance of a note's ln threshold under a condition, on this day.
  func today(note: Int, condition: Int) -> (mean: Double, variance: Double) {
    let (day, condition) = (Self.day, Self.firstCondition + condition)
    return (
      mean[note] + mean[day] + mean[condition],
      self[note, note] + self[day, day] + self[condition, condition]
        + 2 * (self[note, day] + self[note, condition] + self[day, condition])
    )
  }

  /// The mean and the variance of a note's ln threshold under a condition, on a usual day.
  func usually(note: Int, condition: Int) -> (mean: Double, variance: Double) {
    let condition = Self.firstCondition + condition
    return (
      mean[note] + mean[condition],
      self[note, note] + 2 * self[note, condition] + self[condition, condition]
    )
  }

  /// The mean and the variance of the mean ln threshold of several notes under a condition, on a
  /// usual day, or on this one.
  ///
  /// - Parameter notes: not empty.
  func level(
    of notes: [Int], condition: Int, today isToday: Bool = false
  ) -> (mean: Double, variance: Double) {
    let condition = Self.firstCondition + condition
    let share = 1 / Double(notes.count)
    var (sum, crossed, squared) = (0.0, 0.0, 0.0)
    for (place, note) in notes.enumerated() {
      sum += mean[note]
      crossed += self[condition, note]
      squared += self[note, note]
      for other in notes[..<place] { squared += 2 * self[note, other] }
    }
    let usual = (
      mean: mean[condition] + share * sum,
      variance: share * share * squared + 2 * share * crossed + self[condition, condition]
    )
    guard isToday else { return usual }
    let day = Self.day
    let crossedWithDay = notes.reduce(0) { $0 + self[day, $1] } * share + self[condition, day]
    return (usual.mean + mean[day], usual.variance + self[day, day] + 2 * crossedWithDay)
  }

  /// The reduction of the variance of some notes by an answer to one of them: Σ_i (C_in + C_iD +
  /// C_iq)² / (v_n + 2.5), the variance of an answer's own error about the offset that is asked.
  func gain(askingFor note: Int, over notes: [Int], condition: Int) -> Double {
    let place = Self.firstCondition + condition
    var sum = 0.0
    for other in notes {
      let covariance = self[other, note] + self[other, Self.day] + self[other, place]
      sum += covariance * covariance
    }
    return sum / (today(note: note, condition: condition).variance + 2.5)
  }

  /// The mean and the variance of the difference between the mean ln threshold of some notes and
  /// that of others.
  ///
  /// - Parameters:
  ///   - notes: not empty.
  ///   - others: not empty; none of `notes`.
  func contrast(of notes: [Int], with others: [Int]) -> (mean: Double, variance: Double) {
    let parts =
      notes.map { (note: $0, share: 1 / Double(notes.count)) }
      + others.map { (note: $0, share: -1 / Double(others.count)) }
    var (sum, squared) = (0.0, 0.0)
    for part in parts {
      sum += part.share * mean[part.note]
      for other in parts { squared += part.share * other.share * self[part.note, other.note] }
    }
    return (sum, squared)
  }
}

nonisolated extension ThresholdBelief {
  /// The information from an answer.
  struct Evidence: Sendable {
    /// The change of the mean of ln threshold, in standard deviations per standard deviation.
    var gain = 0.0

    /// The probability of the answer.
    var likelihood = 0.5
  }

  /// Begins another day: forgets the day's deviation.
  mutating func startDay() {
    settle(keepingCapacity: true)
    mean[Self.day] = 0
    let start = Self.place(Self.day, 0)
    for place in start..<start + Self.day { covariance[place] = 0 }
    covariance[start + Self.day] = BeliefPrior.dayVariance
    for condition in Self.firstCondition..<Self.size {
      covariance[Self.place(condition, Self.day)] = 0
    }
  }

  /// Widens the belief by the change of hearing in ``driftInterval`` answers.
  mutating func drift() {
    settle(keepingCapacity: true)
    let drift = BeliefPrior.drift
    let extent = Self.day
    covariance.withUnsafeMutableBufferPointer { covariance in
      drift.withUnsafeBufferPointer { drift in
        guard var row = covariance.baseAddress, let last = drift.baseAddress else { return }
        for length in 1...extent {
          // The distance falls along a row: the drift of distance 0 stands at its end.
          let first = last + (extent - length)
          for column in 0..<length { row[column] += first[column] }
          row += length
        }
      }
    }
  }

  /// Widens the belief about a note whose answers have changed.
  mutating func free(_ note: Int) {
    settle()
    covariance[Self.place(note, note)] += BeliefPrior.freedVariance
  }

  func probabilityCorrect(note: Int, condition: Int, offset: Double) -> Double {
    let (mean, variance) = today(note: note, condition: condition)
    return 0.5 + (1 - 2 * lapseRate)
      * Self.rise(offset: offset, mean: mean, deviation: variance.squareRoot())
  }

  /// Makes all pending changes.
  ///
  /// - Parameter keepingCapacity: true if others will follow soon.
  mutating func settle(keepingCapacity: Bool = false) {
    if !moves.isEmpty {
      let (moves, extent) = (moves, extent)
      covariance.withUnsafeMutableBufferPointer { moves.apply(to: $0, extent) }
    }
    moves.removeAll(keepingCapacity: keepingCapacity)
  }

  /// Adds an answer.
  ///
  /// - Parameters:
  ///   - offset: |offset| in cents; positive.
  ///   - isOneOfMany: true if others follow at once; ``settle(keepingCapacity:)`` has to follow the
  ///     last.
  mutating func update(
    note: Int, condition: Int, offset: Double, isCorrect: Bool, isOneOfMany: Bool = false
  ) -> Evidence {
    let (mean, variance) = today(note: note, condition: condition)
    let deviation = variance.squareRoot()
    let moments = Self.moments(
      offset: offset, isCorrect: isCorrect, lapseRate: lapseRate, mean: mean, deviation: deviation)
    let place = Self.firstCondition + condition
    extent = max(extent, place + 1)
    invariant(
      extent <= Self.size && self.mean.count == Self.size, "a belief has room for the condition")
    move(
      along: (note, place), mean: moments.mean / deviation,
      covariance: (1 - moments.variance) / variance)
    if !isOneOfMany { settle() }
    return Evidence(gain: moments.mean / deviation, likelihood: moments.likelihood)
  }

  /// m += `gain` · g, C −= `factor` · g gᵀ with g = C[:, n] + C[:, D] + C[:, q].
  private mutating func move(along place: (Int, Int), mean gain: Double, covariance factor: Double)
  {
    let (note, condition) = place
    let extent = extent
    withUnsafeTemporaryAllocation(of: Double.self, capacity: 2 * Self.size) { both in
      both.initialize(repeating: 0)
      let direction = UnsafeMutableBufferPointer(rebasing: both[..<Self.size])
      let column = UnsafeMutableBufferPointer(rebasing: both[Self.size...])
      for place in [note, Self.day, condition] {
        read(column: place, into: column)
        for row in 0..<extent { direction[row] += column[row] }
      }
      mean.withUnsafeMutableBufferPointer { mean in
        for row in 0..<extent { mean[row] += gain * direction[row] }
      }
      moves.append(direction, factor: factor)
    }
    if moves.isFull { settle(keepingCapacity: true) }
  }

  /// Reads the part of C[:, column] that answers can change.
  private func read(column: Int, into elements: UnsafeMutableBufferPointer<Double>) {
    covariance.withUnsafeBufferPointer { covariance in
      let row = column * (column + 1) / 2
      for place in 0..<min(column, extent) { elements[place] = covariance[row + place] }
      var start = row
      for place in column..<max(extent, column) {
        elements[place] = covariance[start + column]
        start += place + 1
      }
    }
    if !moves.isEmpty { moves.apply(to: elements, ofColumn: column, extent) }
  }

  /// Calls the body with z_k and 0.67449 · x · e^(−μ − s z_k) at each node k.
  ///
  /// The exponentials of equally spaced nodes are a geometric sequence.
  @inline(__always)
  private static func forEachNode(
    offset: Double, mean: Double, deviation: Double, _ body: (Int, Double) -> Void
  ) {
    var scaled =
      StandardNormal.upperQuartile * offset * exp(-mean - deviation * NormalNodes.positions[0])
    let ratio = exp(-deviation * NormalNodes.spacing)
    for node in NormalNodes.positions.indices {
      body(node, scaled)
      scaled *= ratio
    }
  }

  /// The increase of the probability of a right answer over that of a guess, without lapses: Σ n_k
  /// (Φ(…) − ½).
  static func rise(offset: Double, mean: Double, deviation: Double) -> Double {
    let weights = NormalNodes.weights
    var sum = -0.5
    forEachNode(offset: offset, mean: mean, deviation: deviation) { node, scaled in
      sum += weights[node] * StandardNormal.cumulative(scaled)
    }
    return sum
  }

  /// The mean and the variance of the standardized ln threshold after an answer, and the
  /// probability of that answer.
  private static func moments(
    offset: Double, isCorrect: Bool, lapseRate: Double, mean: Double, deviation: Double
  ) -> (likelihood: Double, mean: Double, variance: Double) {
    let (positions, weights) = (NormalNodes.positions, NormalNodes.weights)
    let side = (isCorrect ? 1 : -1) * (1 - 2 * lapseRate)
    var (sum, first, second) = (0.0, 0.0, 0.0)
    forEachNode(offset: offset, mean: mean, deviation: deviation) { node, scaled in
      let weight = weights[node] * (0.5 + side * (StandardNormal.cumulative(scaled) - 0.5))
      let position = positions[node]
      sum += weight
      first += weight * position
      second += weight * position * position
    }
    let mean = first / sum
    return (sum, mean, second / sum - mean * mean)
  }
}

/// The belief before the first answer, and the amounts by which the belief widens.
private nonisolated enum BeliefPrior {
  static let dayVariance = 0.2 * 0.2
  static let freedVariance = 0.6 * 0.6

  /// The standard deviation of the level that all notes share, that of the deviations that
  /// neighbouring notes share, and that of each note's own; in ln cents.
  private static let (level, shape, own) = (1.5, 0.7, 0.15)

  /// The distance over which notes correlate, in semitones.
  private static let reach = 16.0

  private static let conditionVariance = 0.3 * 0.3

  static let mean =
    [Double](repeating: log(15), count: ThresholdBelief.day)
    + [Double](repeating: 0, count: ThresholdBelief.size - ThresholdBelief.day)

  /// The covariance of two notes, the shared level apart, by their distance: S of the protocol.
  private static let shapes: [Double] = (0..<ThresholdBelief.day).map { distance in
    let r = 3.0.squareRoot() * Double(distance) / reach
    return shape * shape * (1 + r) * exp(-r) + (distance == 0 ? own * own : 0)
  }

  /// The increase of the covariance of two notes in ``ThresholdBelief/driftInterval`` answers, from
  /// the notes that are furthest apart to a note with itself.
  static let drift = shapes.reversed().map { shapeOfDistance in
    Double(ThresholdBelief.driftInterval)
      * (0.01 * 0.01 + 0.002 * 0.002 * shapeOfDistance / (shape * shape + own * own))
  }

  /// The lower triangle, row by row.
  static let covariance: [Double] = (0..<ThresholdBelief.size).flatMap { row in
    (0...row).map { column in
      switch (row, column) {
      case (..<ThresholdBelief.day, _): level * level + shapes[row - column]
      case (ThresholdBelief.day, ThresholdBelief.day): dayVariance
      case _ where row == column: conditionVariance
      default: 0
      }
    }
  }
}

/// Changes C −= f g gᵀ of a covariance that are made together, the oldest first.
///
/// The covariance is larger than the fastest memory of a processor, and reading it takes most of
/// the time of an answer; several changes at once need it only once. Each element goes through the
/// same operations as if the changes were made one by one, so the result is the same to the last
/// bit.
private nonisolated struct CovarianceMoves: Sendable {
  /// The number of changes that are made at once.
  private static let most = 4

  /// f of each.
  private var factors: [Double] = []

  /// g of each, one after the other.
  private var directions: [Double] = []

  private static var size: Int { ThresholdBelief.size }

  var isEmpty: Bool { factors.isEmpty }

  /// True if the changes should be made now.
  var isFull: Bool { factors.count == Self.most }

  mutating func append(_ direction: UnsafeMutableBufferPointer<Double>, factor: Double) {
    factors.append(factor)
    directions.append(contentsOf: direction)
    invariant(
      factors.count <= Self.most && directions.count == factors.count * Self.size,
      "each move has a direction")
  }

  mutating func removeAll(keepingCapacity: Bool) {
    factors.removeAll(keepingCapacity: keepingCapacity)
    directions.removeAll(keepingCapacity: keepingCapacity)
  }

  /// The element of a row and a column of the lower triangle after the changes.
  func applied(to element: Double, row: Int, column: Int) -> Double {
    var element = element
    for (place, factor) in factors.enumerated() {
      let start = place * Self.size
      element -= factor * directions[start + row] * directions[start + column]
    }
    return element
  }

  /// Applies the changes to the first elements of a column, which has parts in both halves of the
  /// covariance.
  func apply(to elements: UnsafeMutableBufferPointer<Double>, ofColumn column: Int, _ extent: Int) {
    directions.withUnsafeBufferPointer { directions in
      for (place, factor) in factors.enumerated() {
        let first = place * Self.size
        let scaled = factor * directions[first + column]
        for row in 0..<min(column, extent) { elements[row] -= scaled * directions[first + row] }
        let other = directions[first + column]
        for row in column..<max(column, extent) {
          elements[row] -= factor * directions[first + row] * other
        }
      }
    }
  }

  /// Applies the changes to the first rows of the lower triangle.
  func apply(to covariance: UnsafeMutableBufferPointer<Double>, _ extent: Int) {
    directions.withUnsafeBufferPointer { directions in
      guard var row = covariance.baseAddress, let first = directions.baseAddress else { return }
      if isFull { return applyFour(to: row, first, extent) }
      for length in 1...extent {
        for (place, factor) in factors.enumerated() {
          let direction = first + place * Self.size
          let scaled = factor * direction[length - 1]
          for column in 0..<length { row[column] -= scaled * direction[column] }
        }
        row += length
      }
    }
  }

  private func applyFour(
    to covariance: UnsafeMutablePointer<Double>, _ first: UnsafePointer<Double>, _ extent: Int
  ) {
    var row = covariance
    let (a, b, c, d) = (first, first + Self.size, first + 2 * Self.size, first + 3 * Self.size)
    let (f, g, h, i) = (factors[0], factors[1], factors[2], factors[3])
    for length in 1...extent {
      let last = length - 1
      let (p, q, r, s) = (f * a[last], g * b[last], h * c[last], i * d[last])
      for column in 0..<length {
        let element = row[column] - p * a[column] - q * b[column]
        row[column] = element - r * c[column] - s * d[column]
      }
      row += length
    }
  }
}
