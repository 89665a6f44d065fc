/// What a reset of the history clears.
public protocol Resettable: AnyObject {
  func reset()
}
