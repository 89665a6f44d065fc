/// What both trainings share: they start, they stop, and they are idle in between.
public protocol TrainingSession: AnyObject {
  /// Starts the training; ignored unless idle.
  func start()

  /// Stops the training from any state. The sound fades out and an unfinished challenge is discarded.
  func stop()

  var isIdle: Bool { get }
}
