import Console

/// Shows what happens to the client while no training runs: on the stage in the rows of notices and status, else
/// as lines.
final class StartView: OutputMode {
  private let status: StageStatus
  private let board: any Board
  private let isPlain: Bool

  init(_ status: StageStatus, on board: any Board, isPlain: Bool) {
    self.status = status
    self.board = board
    self.isPlain = isPlain
  }

  func showFault(_ fault: Fault) {
    if isPlain { board.print(fault.message) } else { status.receive(fault) }
  }

  func showNotice(_ notice: Notice) {
    guard isPlain else { return status.receive(notice) }
    status.update { $0.receive(notice) }
    switch notice.code.standing {
    case .event, .ends(_, isTold: true): board.print(notice.onStage)
    // What lasts is a line of the screen.
    case .begins, .ends, .unshown: break
    }
  }

  func close() { board.close() }
}
