import Training

/// Pitch matching in its host.
final class HostedPitchMatching: HostedTraining {
  let name = TrainingName.matching
  weak var delegate: (any HostedTrainingDelegate)?

  private let context: TrainingContext
  private let view: any PitchMatchingView
  private let remoteView: PitchMatchingRemoteView?
  private var session: PitchMatchingSession?

  init(_ context: TrainingContext) {
    self.context = context
    remoteView = context.remote.map(PitchMatchingRemoteView.init)
    view =
      switch context.mode {
      case .json(let events):
        PitchMatchingJSONView(events: events, isStored: context.history.isStored)
      case .terminal(let panel):
        PitchMatchingTerminalView(panel: panel, glyphs: context.glyphs)
      case .lines(let output, let messages, _):
        PitchMatchingLineView(output: output, messages: messages)
      }
  }

  func makeSession(on player: any NotePlayer, firstIndex: Int) -> any TrainingSession {
    let session = PitchMatchingSession(
      player: player, settings: context.settings,
      observers: [context.history, self], firstIndex: firstIndex,
      random: context.random)
    session.sessionObserver = self
    self.session = session
    return session
  }

  func take(_ intent: Intent) -> Bool {
    guard let session else { return false }
    return switch intent {
    case .slider(let value): session.adjustPitch(value)
    case .sliderFromStart(let value):
      session.currentChallenge.map { session.adjustPitch($0.initialValue + value) } ?? false
    case .nudge(let cents): session.nudge(cents)
    case .commit: session.commitPitch()
    case .commitAt(let value): session.commitPitch(value)
    default: false
    }
  }
}

extension HostedPitchMatching: PitchMatchingObserver, PitchMatchingSessionObserver {
  func pitchMatchingPosed(_ challenge: PosedPitchMatching) {
    view.pitchMatchingPosed(challenge)
    remoteView?.pitchMatchingPosed(challenge)
    delegate?.trainingPosedChallenge()
  }

  func pitchMatchingStateChanged(to state: PitchMatchingState) {
    view.pitchMatchingStateChanged(to: state)
    remoteView?.pitchMatchingStateChanged(to: state)
    delegate?.trainingStateChanged()
  }

  func pitchMatchingCompleted(_ completed: CompletedPitchMatching) {
    view.pitchMatchingCompleted(completed)
    remoteView?.pitchMatchingCompleted(completed)
    delegate?.trainingCompletedTrial()
  }

  func pitchMatchingSessionStopped(_ reason: StopReason) {
    view.pitchMatchingSessionStopped(reason)
    // It holds the player, whose client may be about to go.
    session = nil
    delegate?.trainingStopped(reason)
  }
}
