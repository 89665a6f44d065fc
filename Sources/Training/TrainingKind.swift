import Music

/// The two kinds of each training. What they teach differs, so their histories are kept apart.
public nonisolated enum TrainingKind: String, CaseIterable, Sendable {
  /// Both notes are the same.
  case unison

  /// The notes lie an interval apart, up or down.
  case interval

  public init(_ interval: DirectedInterval) {
    self = interval == .prime ? .unison : .interval
  }
}
