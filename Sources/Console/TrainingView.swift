/// What shows a training, in one of the three ways to sit at it. Main thread.
public protocol TrainingView: AnyObject {
  /// The client is active and its ports are registered.
  func showReady(_ description: ReadyDescription)
  func showNotice(_ notice: Notice)
  func showFault(_ fault: Fault)
  func showHelp()

  /// The training has ended after `trials` results of this run.
  func showStopped(_ ending: Ending, trials: Int)

  /// Leaves the terminal as it was found.
  func close()
}
