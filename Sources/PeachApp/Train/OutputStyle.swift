import Charts
import Client
import Console
import Music
import Program
import Settings
import Training

/// The mode in which the trainings of a run are shown, with what is written to in it.
enum OutputStyle {
  case json(JSONEvents)
  /// The whole terminal.
  case stage(TrainingStage)
  /// One line after the other: for a pipe, and on a terminal for those who have the screen read to them.
  case lines(output: any TextOutput, messages: any TextOutput, hasKeys: Bool)

  /// What shows a run of that training.
  func mode(
    of training: TrainingName, glyphs: Glyphs, settings: any UserSettings, history: TrainingHistory
  ) -> any OutputMode {
    let ringsBell = { settings.wrongAnswerSignal == .bell }
    return switch self {
    case .json(let events): JSONMode(training, events: events, isStored: history.isStored)
    case .stage(let stage):
      StageMode(
        training.words, on: stage, title: { Self.title(of: training, settings.intervals) },
        ringsBell: ringsBell)
    case .lines(let output, let messages, let hasKeys):
      hasKeys
        ? LineMode(
          training.words, output: output, messages: messages, keys: glyphs, ringsBell: ringsBell,
          waitsForKey: { settings.nextTrial == .key })
        : LineMode(training.words, output: output, messages: messages)
    }
  }
}

extension OutputStyle {
  /// What a session of these intervals is called.
  private static func title(of training: TrainingName, _ intervals: [DirectedInterval]) -> String {
    let kinds = Set(intervals.map { TrainingKind($0) })
    guard kinds.count == 1, let kind = kinds.first else { return training.words.title }
    return TrainingChoice(training, kind).name
  }
}

extension CommandContext {
  func style(isOnTerminal: Bool) -> OutputStyle {
    if global.json { return .json(JSONEvents(output: output, listener: listener?.text)) }
    guard isOnTerminal, !isPlain else {
      let lines = isOnTerminal ? spokenOutput : output
      return .lines(
        output: lines, messages: isOnTerminal ? lines : messages, hasKeys: isOnTerminal)
    }
    return .stage(
      TrainingStage(
        board: FullScreenBoard(output: output, capabilities: capabilities), output: output,
        status: StageStatus(glyphs: glyphs), glyphs: glyphs))
  }
}
