import Training

/// Keeps the comparisons that it was told of.
public final class MockComparisonObserver: ComparisonObserver {
  public private(set) var completed: [CompletedComparison] = []

  /// Called with each comparison after it was kept.
  public var onCompleted: ((CompletedComparison) -> Void)?

  public init() {}

  public func comparisonCompleted(_ completed: CompletedComparison) {
    self.completed.append(completed)
    onCompleted?(completed)
  }

  public func reset() {
    completed = []
    onCompleted = nil
  }
}
