/// Wants to know of each completed pitch matching. An observer handles its own errors.
public protocol PitchMatchingObserver: AnyObject {
  func pitchMatchingCompleted(_ completed: CompletedPitchMatching)
}
