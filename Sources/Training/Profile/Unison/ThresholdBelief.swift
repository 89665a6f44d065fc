import Foundation

/// What is believed of the listener's thresholds for one rate of lapses: a Gaussian over ln threshold
/// of each note, how far the present day departs from the usual one, and how far each condition does.
///
/// The answer to a difference of x cents is right with the probability
///
///     p(x, θ) = ½ + (1 − 2λ) · (Φ(0.67449 · x / e^θ) − ½)
///
/// where θ is the sum of the three. The belief follows each answer by assumed-density filtering
/// (Opper, "A Bayesian Approach to On-line Learning", 1998; Minka, "A Family of Algorithms for
/// Approximate Bayesian Inference", 2001, ch. 3). The notes hang together as in a Gaussian process
/// with a Matérn kernel of order 3/2 (Rasmussen and Williams, "Gaussian Processes for Machine
/// Learning", 2006, 4.17), so an answer on one note also says something about its neighbours.
///
/// An answer costs about three microseconds. A copy is made only when one of the two changes.
nonisolated struct ThresholdBelief: Sendable {
  /// The index of the day's deviation; notes lie below, conditions above.
  static let day = 128
  static let firstCondition = 129
  static let conditionCount = 8
  static let size = 137

  /// After how many answers the belief widens each time: hearing changes.
  static let driftInterval = 16

  /// Whether the belief widens before the next answer.
  static func isDrifting(after answers: Int) -> Bool {
    answers > 0 && answers.isMultiple(of: driftInterval)
  }

  /// λ.
  let lapseRate: Double

  private(set) var mean: [Double]

  /// The lower triangle of the covariance, row by row: the element (i, j) with j ≤ i lies at
  /// i (i + 1) / 2 + j.
  private var covariance: [Double]

  /// The rows that an answer can change: those of conditions that never occurred stay 0 but for
  /// their variance.
  private var extent = ThresholdBelief.firstCondition

  init(lapseRate: Double) {
    self.lapseRate = lapseRate
    mean = BeliefPrior.mean
    covariance = BeliefPrior.covariance
  }

  /// C_ij.
  subscript(i: Int, j: Int) -> Double { covariance[Self.place(i, j)] }

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
  /// usual day.
  ///
  /// - Parameter notes: not empty.
  func level(of notes: [Int], condition: Int) -> (mean: Double, variance: Double) {
    let condition = Self.firstCondition + condition
    let share = 1 / Double(notes.count)
    var (sum, crossed, squared) = (0.0, 0.0, 0.0)
    for (place, note) in notes.enumerated() {
      sum += mean[note]
      crossed += self[condition, note]
      squared += self[note, note]
      for other in notes[..<place] { squared += 2 * self[note, other] }
    }
    return (
      mean[condition] + share * sum,
      share * share * squared + 2 * share * crossed + self[condition, condition]
    )
  }

  /// How much of the variance of some notes an answer on one of them takes away: Σ_i (C_in + C_iD +
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

  /// The mean and the variance of the difference between a note's ln threshold and the mean of
  /// others'.
  ///
  /// - Parameter others: not empty, without the note.
  func contrast(of note: Int, with others: [Int]) -> (mean: Double, variance: Double) {
    let share = 1 / Double(others.count)
    var (sum, crossed, squared) = (0.0, 0.0, 0.0)
    for other in others {
      sum += mean[other]
      crossed += self[note, other]
      for another in others { squared += self[other, another] }
    }
    return (
      mean[note] - share * sum,
      self[note, note] - 2 * share * crossed + share * share * squared
    )
  }
}

nonisolated extension ThresholdBelief {
  /// What an answer has shown.
  struct Evidence: Sendable {
    /// How far the mean of ln threshold moved, in standard deviations for each of these.
    var gain = 0.0

    /// How likely the answer was.
    var likelihood = 0.5
  }

  /// Forgets the day's deviation: another day begins.
  mutating func startDay() {
    mean[Self.day] = 0
    let start = Self.place(Self.day, 0)
    for place in start..<start + Self.day { covariance[place] = 0 }
    covariance[start + Self.day] = BeliefPrior.dayVariance
    for condition in Self.firstCondition..<Self.size {
      covariance[Self.place(condition, Self.day)] = 0
    }
  }

  /// Widens the belief by what hearing may change in ``driftInterval`` answers.
  mutating func drift() {
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

  /// Widens what is believed of a note that no longer answers as it did.
  mutating func free(_ note: Int) {
    covariance[Self.place(note, note)] += BeliefPrior.freedVariance
  }

  /// The probability of a right answer on this day.
  func probabilityCorrect(note: Int, condition: Int, offset: Double) -> Double {
    let (mean, variance) = today(note: note, condition: condition)
    return 0.5 + (1 - 2 * lapseRate)
      * Self.rise(offset: offset, mean: mean, deviation: variance.squareRoot())
  }

  /// Adds an answer.
  ///
  /// - Parameter offset: |offset| in cents; positive.
  mutating func update(note: Int, condition: Int, offset: Double, isCorrect: Bool) -> Evidence {
    let (mean, variance) = today(note: note, condition: condition)
    let deviation = variance.squareRoot()
    let moments = Self.moments(
      offset: offset, isCorrect: isCorrect, lapseRate: lapseRate, mean: mean, deviation: deviation)
    let place = Self.firstCondition + condition
    extent = max(extent, place + 1)
    move(
      along: (note, place), mean: moments.mean / deviation,
      covariance: (1 - moments.variance) / variance)
    return Evidence(gain: moments.mean / deviation, likelihood: moments.likelihood)
  }

  /// m += `gain` · g, C −= `factor` · g gᵀ with g = C[:, n] + C[:, D] + C[:, q].
  private mutating func move(along place: (Int, Int), mean gain: Double, covariance factor: Double)
  {
    let (note, condition) = place
    let extent = extent
    withUnsafeTemporaryAllocation(of: Double.self, capacity: Self.size) { direction in
      covariance.withUnsafeMutableBufferPointer { covariance in
        Self.add(column: note, of: covariance, to: direction, extent, isFirst: true)
        Self.add(column: Self.day, of: covariance, to: direction, extent)
        Self.add(column: condition, of: covariance, to: direction, extent)
        guard var row = covariance.baseAddress, let first = direction.baseAddress else { return }
        for length in 1...extent {
          let scaled = factor * first[length - 1]
          for column in 0..<length { row[column] -= scaled * first[column] }
          row += length
        }
      }
      mean.withUnsafeMutableBufferPointer { mean in
        for row in 0..<extent { mean[row] += gain * direction[row] }
      }
    }
  }

  private static func add(
    column: Int, of covariance: UnsafeMutableBufferPointer<Double>,
    to sums: UnsafeMutableBufferPointer<Double>, _ extent: Int, isFirst: Bool = false
  ) {
    if isFirst { sums.initialize(repeating: 0) }
    let row = column * (column + 1) / 2
    for place in 0..<min(column, extent) { sums[place] += covariance[row + place] }
    var start = row
    for place in column..<max(extent, column) {
      sums[place] += covariance[start + column]
      start += place + 1
    }
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

  /// Σ n_k (Φ(…) − ½): by how much an answer without lapses is likelier right than a guess.
  static func rise(offset: Double, mean: Double, deviation: Double) -> Double {
    let weights = NormalNodes.weights
    var sum = -0.5
    forEachNode(offset: offset, mean: mean, deviation: deviation) { node, scaled in
      sum += weights[node] * StandardNormal.cumulative(scaled)
    }
    return sum
  }

  /// The mean and the variance of the standardized ln threshold after an answer, and how likely that
  /// answer was.
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

/// What is believed before the first answer, and how the belief widens.
nonisolated enum BeliefPrior {
  static let dayVariance = 0.2 * 0.2
  static let freedVariance = 0.6 * 0.6

  /// The standard deviation of the level that all notes share, that of the deviations that
  /// neighbouring notes share, and that of each note's own; in ln cents.
  private static let (level, shape, own) = (1.5, 0.7, 0.15)

  /// How far apart notes still hang together, in semitones.
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

  /// What ``ThresholdBelief/driftInterval`` answers add to the covariance of two notes, from those
  /// that are furthest apart to a note with itself.
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
