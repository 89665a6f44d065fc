/// Follows a pitch matching training step by step.
///
/// Main thread, synchronously: an event is delivered before the call that caused it returns, unless
/// that call was made while another event was being delivered; then it follows that one. So the
/// order is always that of the happening, whatever an observer does, `stop()` and `commitPitch(_:)`
/// included.
public protocol PitchMatchingSessionObserver: AnyObject {
  /// A challenge is about to sound; its states follow.
  func pitchMatchingPosed(_ challenge: PosedPitchMatching)

  /// One call for each change, `idle` included.
  func pitchMatchingStateChanged(to state: PitchMatchingState)

  /// The training has ended; comes last, after the change to `idle`.
  func pitchMatchingSessionStopped(_ reason: StopReason)
}
