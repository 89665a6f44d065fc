/// Follows a comparison training step by step.
///
/// Main thread, synchronously: an event is delivered before the call that caused it returns, unless
/// that call was made while another event was being delivered; then it follows that one. So the
/// order is always that of the happening, whatever an observer does, `stop()` and `answer(higher:)`
/// included.
public protocol ComparisonSessionObserver: AnyObject {
  /// A challenge is about to sound; its states follow.
  func comparisonPosed(_ challenge: PosedComparison)

  /// One call for each change, `idle` included.
  func comparisonStateChanged(to state: ComparisonState)

  /// The training has ended; comes last, after the change to `idle`.
  func comparisonSessionStopped(_ reason: StopReason)
}
