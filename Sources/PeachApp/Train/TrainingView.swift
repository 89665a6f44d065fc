/// What shows a run of training, whichever it is, in one of the three ways to sit at it: all but the
/// challenges and their results. Main thread.
protocol TrainingView: AnyObject {
  /// The client is active and its ports are registered.
  func showReady(_ description: ReadyDescription)
  func showNotice(_ notice: Notice)
  func showFault(_ fault: Fault)
  func showHelp()

  /// The training has ended after `trials` results of this run.
  func showStopped(_ ending: Ending, trials: Int)

  /// The terminal has another size now.
  func redraw()

  /// Leaves the terminal as it was found.
  func close()
}

extension TrainingView {
  /// Lines that are written once are not drawn anew.
  func redraw() {}
}
