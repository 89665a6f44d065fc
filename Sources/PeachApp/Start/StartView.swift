import Client
import Console
import Music
import Program

/// Shows messages while no training runs: on the stage in the rows of notices and status, otherwise as lines.
/// Main thread.
final class StartView: LinkView {
  private let status: StageStatus
  private let board: any Board
  private let isPlain: Bool

  init(_ status: StageStatus, on board: any Board, isPlain: Bool) {
    self.status = status
    self.board = board
    self.isPlain = isPlain
  }

  /// A fault of the client. The status row shows those of the server as long as they last.
  func showFault(_ fault: Fault) {
    if isPlain { board.print(fault.message) } else { status.receive(fault) }
  }

  func showNotice(_ notice: Notice) {
    guard isPlain else { return status.receive(notice) }
    status.update { $0.receive(notice) }
    // What lasts is a line of the screen.
    if notice.standing.isTold(showsStatus: true) { board.print(notice.onStage) }
  }

  func showLevel(_ level: AmplitudeDB) {
    if !isPlain { status.showLevel(level.decibels) }
  }

  /// Shows why something that the user wanted is not possible.
  func show(_ fault: Fault) {
    if isPlain {
      board.print(fault.message)
    } else {
      status.show(Notice.sentence(fault.message), code: Notice.Code(fault.code))
    }
  }

  /// Shows a text once.
  func show(_ text: String, code: Notice.Code) {
    if isPlain { board.print(text) } else { status.show(Notice.sentence(text), code: code) }
  }

  func close() { board.close() }
}
