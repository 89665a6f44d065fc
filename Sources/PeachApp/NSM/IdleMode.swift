import Console

/// Shows messages about the client while no training runs, below the visible screen. Shows only
/// what the user should know.
final class IdleMode: OutputMode {
  private let board: any Board

  /// What the next training reports, or what no longer applies by then.
  private static let unimportant: Set<Notice.Code> = [
    .reconnecting, .waitingForStart, .ignored, .xrun, .connectionRestored, .connected,
    .midiConnected,
  ]

  init(board: any Board) { self.board = board }

  func showFault(_ fault: Fault) { board.print(fault.message) }

  func showNotice(_ notice: Notice) {
    guard !Self.unimportant.contains(notice.code), !notice.isProgress else { return }
    board.print(notice.message)
  }

  func close() { board.close() }
}
