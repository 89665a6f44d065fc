/// Wants to know of each completed comparison. An observer handles its own errors.
public protocol ComparisonObserver: AnyObject {
  func comparisonCompleted(_ completed: CompletedComparison)
}
