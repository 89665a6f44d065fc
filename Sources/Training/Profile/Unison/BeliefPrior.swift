import Foundation

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
