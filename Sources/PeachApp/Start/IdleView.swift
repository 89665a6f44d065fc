/// What becomes of the client while no training runs: only what the user should know of it, below the
/// screen in view.
public final class IdleView: TrainingView {
  private let board: any Board

  public init(board: any Board) { self.board = board }

  public func showFault(_ fault: Fault) { board.print(fault.message) }

  public func showNotice(_ notice: Notice) {
    switch notice {
    // The next training says it, or finds that it is over.
    case .reconnecting, .waitingForStart, .ignored, .xrun, .connectionRestored, .connected,
      .midiConnected:
      break
    default: board.print(notice.message)
    }
  }

  public func showReady(_ description: ReadyDescription) {}
  public func showHelp() {}
  public func showStopped(_ ending: Ending, trials: Int) {}
  public func close() {}
}
