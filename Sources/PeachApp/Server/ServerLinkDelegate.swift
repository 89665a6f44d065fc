/// A training, as the link to the server sees it. Main thread.
protocol ServerLinkDelegate: AnyObject {
  /// The results of this run so far.
  var results: Int { get }

  /// Training begins, or goes on, on this stage.
  func train(on stage: PlayerClient)

  /// Training stops at once; what is unfinished is discarded. Returns whether there was any.
  func interruptTraining() -> Bool

  /// There will be no server any more.
  func serverLinkFailed(_ fault: Fault)
}
