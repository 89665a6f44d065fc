import Client
import Console
import Music
import Program

/// Shows messages while no training runs: on the stage in the rows of notices and status, or as
/// lines. Main thread.
final class StartView: LinkView {
  private let status: StageStatus
  private let board: any Board
  private let isPlain: Bool

  init(_ status: StageStatus, on board: any Board, isPlain: Bool) {
    self.status = status
    self.board = board
    self.isPlain = isPlain
  }

  /// Shows a fault of the client. The status row shows the server's faults as long as they last.
  func showFault(_ fault: Fault) {
    if isPlain { board.print(fault.message) } else { status.receive(fault) }
  }

  func showNotice(_ notice: Notice) {
    guard isPlain else { return status.receive(notice) }
    status.update { $0.receive(notice) }
    // A lasting fault is a line of the screen.
    if notice.standing.isTold(showsStatus: true) { board.print(notice.onStage) }
  }

  func showLevel(_ level: AmplitudeDB) {
    if !isPlain { status.showLevel(level.decibels) }
  }

  /// Shows the fault of an action that the user wanted.
  func show(_ fault: Fault) {
    if isPlain {
      board.print(fault.message)
    } else {
      status.show(Notice.sentence(fault.message), code: Notice.Code(fault.code))
    }
  }

  func show(_ text: String, code: Notice.Code) {
    if isPlain { board.print(text) } else { status.show(Notice.sentence(text), code: code) }
  }

  func close() { board.close() }
}

/// The surface on which a run shows its screens: the whole terminal, or lines.
struct StartSurface {
  let board: any Board

  /// The stage of the trainings; `nil` for lines.
  let stage: TrainingStage?
  let style: OutputStyle

  init(_ context: CommandContext, _ status: StageStatus) {
    if context.isPlain {
      let output = context.spokenOutput
      board = LineBoard(output: output)
      stage = nil
      style = .lines(output: output, messages: output, hasKeys: true)
    } else {
      let whole = FullScreenBoard(output: context.output, capabilities: context.capabilities)
      let stage = TrainingStage(
        board: whole, output: context.output, status: status, glyphs: context.screenGlyphs)
      board = whole
      self.stage = stage
      style = .stage(stage)
    }
  }
}
