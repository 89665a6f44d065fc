import Training

/// What a ``TrainingRun`` has to know of the training that it runs. Main thread.
protocol HostedTraining: AnyObject {
  init(_ context: TrainingContext)

  var name: TrainingName { get }
  var delegate: (any HostedTrainingDelegate)? { get set }

  /// A new session, whose events go to the view and then to the delegate.
  ///
  /// - Parameter firstIndex: the number of its first challenge.
  func makeSession(on player: any NotePlayer, firstIndex: Int) -> any TrainingSession

  /// Gives an intent to the session; false where it does not fit.
  func take(_ intent: Intent) -> Bool
}

/// Wants to know how a training goes on.
protocol HostedTrainingDelegate: AnyObject {
  func trainingStateChanged()

  /// A challenge begins: its first note is next.
  func trainingPosedChallenge()

  /// A result was recorded and shown.
  func trainingCompletedTrial()

  /// The session has ended.
  func trainingStopped(_ reason: StopReason)
}
