import Music
import Training

/// Comparison training in its host.
final class HostedComparison: HostedTraining {
  let name = TrainingName.comparison
  weak var delegate: (any HostedTrainingDelegate)?

  private let context: TrainingContext
  private lazy var view = makeView()
  private var session: ComparisonSession?

  private let remoteView: ComparisonRemoteView?

  init(_ context: TrainingContext) {
    self.context = context
    remoteView = context.remote.map(ComparisonRemoteView.init)
  }

  func makeSession(on player: any NotePlayer, firstIndex: Int) -> any TrainingSession {
    let history = context.history
    let session = ComparisonSession(
      player: player, settings: context.settings, profile: { history.hearing.profile },
      observers: [history, self], resettables: [history], firstIndex: firstIndex,
      random: context.random)
    session.sessionObserver = self
    self.session = session
    return session
  }

  func take(_ intent: Intent) -> Bool {
    guard case .answer(let higher) = intent, let session else { return false }
    return session.answer(higher: higher)
  }

  private func makeView() -> any ComparisonView {
    let sessionBest = { [weak self] in self?.session?.sessionBestCentDifference }
    switch context.mode {
    case .json(let events):
      return ComparisonJSONView(events: events, isStored: context.history.isStored)
    case .terminal(let panel):
      return ComparisonTerminalView(
        panel: panel, glyphs: context.glyphs, sessionBest: sessionBest,
        ringsBell: { [settings = context.settings] in settings.wrongAnswerSignal == .bell })
    case .lines(let output, let messages, _):
      return ComparisonLineView(
        output: output, messages: messages, glyphs: context.glyphs, sessionBest: sessionBest)
    }
  }
}

extension HostedComparison: ComparisonObserver, ComparisonSessionObserver {
  func comparisonPosed(_ challenge: PosedComparison) {
    view.comparisonPosed(challenge)
    remoteView?.comparisonPosed(challenge)
    delegate?.trainingPosedChallenge()
  }

  func comparisonStateChanged(to state: ComparisonState) {
    view.comparisonStateChanged(to: state)
    remoteView?.comparisonStateChanged(to: state)
    delegate?.trainingStateChanged()
  }

  func comparisonCompleted(_ completed: CompletedComparison) {
    view.comparisonCompleted(completed)
    remoteView?.comparisonCompleted(completed)
    delegate?.trainingCompletedTrial()
  }

  func comparisonSessionStopped(_ reason: StopReason) {
    view.comparisonSessionStopped(reason)
    // It holds the player, whose client may be about to go.
    session = nil
    delegate?.trainingStopped(reason)
  }
}
