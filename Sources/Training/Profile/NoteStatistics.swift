import Music

/// What is known of one reference note: the differences presented on it.
public nonisolated struct NoteStatistics: Hashable, Sendable {
  private var differences = Welford()

  /// How many comparisons were answered.
  public var count: Int { differences.count }

  /// The mean |offset|; `nil` while untrained.
  public var mean: Cents? { differences.mean.map { Cents($0) } }

  /// The sample standard deviation of the |offset|; `nil` below two comparisons.
  public var standardDeviation: Cents? { differences.standardDeviation.map { Cents($0) } }

  mutating func add(_ difference: Double) { differences.add(difference) }
}
