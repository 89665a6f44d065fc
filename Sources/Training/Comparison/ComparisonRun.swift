import Music

/// What a comparison training knows from its start to its stop, and forgets then.
nonisolated struct ComparisonRun: Hashable {
  let rotation: IntervalRotation
  let tuningSystem: TuningSystem

  /// What was answered last.
  private(set) var last: CompletedComparison?

  /// The smallest difference that was told right.
  private(set) var bestDifference: Cents?

  /// - Precondition: `intervals` is not empty.
  init(intervals: [DirectedInterval], tuningSystem: TuningSystem) {
    rotation = IntervalRotation(intervals)
    self.tuningSystem = tuningSystem
  }

  mutating func record(_ completed: CompletedComparison) {
    last = completed
    guard completed.isCorrect else { return }
    let difference = Cents(completed.comparison.centOffset.magnitude)
    bestDifference = min(bestDifference ?? difference, difference)
  }
}
