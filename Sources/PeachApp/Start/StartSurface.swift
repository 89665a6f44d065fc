import Client
import Console
import Program

/// What a run of screens is shown on: the whole terminal, or lines.
struct StartSurface {
  let board: any Board

  /// Where trainings are shown; `nil` if they are lines.
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
