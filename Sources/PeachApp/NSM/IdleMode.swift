import Console
import Program

/// Shows messages as lines while no training runs and no screen is shown.
final class IdleMode: OutputMode {
  private let board: any Board

  /// What has begun and not ended. It is told once, however often Peach tries again.
  private var lasting: Set<LastingFault.Kind> = []

  init(board: any Board) { self.board = board }

  func show(_: ShownEvent) {}
  func showFault(_ fault: Fault) { board.print(fault.message) }

  func showNotice(_ notice: Notice) {
    let standing = notice.standing
    switch standing {
    case .begins(let fault): guard lasting.insert(fault.kind).inserted else { return }
    case .ends(let kind, _): lasting.remove(kind)
    case .event, .unshown: break
    }
    if standing.isTold(showsStatus: false), !notice.isProgress { board.print(notice.message) }
  }

  func close() { board.close() }
}
