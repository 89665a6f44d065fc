import Console

/// What becomes of the client while no training runs: only what the user should know of it, below the
/// screen in view.
final class IdleMode: OutputMode {
  private let board: any Board

  init(board: any Board) { self.board = board }

  func showFault(_ fault: Fault) { board.print(fault.message) }

  func showNotice(_ notice: Notice) {
    switch notice {
    // The next training says it, or finds that it is over.
    case .reconnecting, .waitingForStart, .ignored, .xrun, .connectionRestored, .connected,
      .midiConnected:
      break
    default: board.print(notice.message)
    }
  }
}
