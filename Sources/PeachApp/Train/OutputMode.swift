import Console
import Training

/// One of the ways to sit at Peach, with what is written to in it.
enum OutputMode {
  case json(JSONEvents)
  /// Lines that stay where they are, on a terminal.
  case terminal(TrainingPanel)
  /// One line after the other: for a pipe, and on a terminal for those whom a screen is read to.
  case lines(output: any TextOutput, messages: any TextOutput, hasKeys: Bool)

  /// What shows a run of that training.
  func view(of training: TrainingName, glyphs: Glyphs) -> any TrainingView {
    switch self {
    case .json(let events): JSONTrainingView(training, events: events)
    case .terminal(let panel): TerminalTrainingView(training, panel: panel, glyphs: glyphs)
    case .lines(_, let messages, let hasKeys):
      LineTrainingView(training, messages: messages, keys: hasKeys ? glyphs : nil)
    }
  }
}

extension TrainingServices {
  /// What shows a run of that training, to a session's manager, too.
  func view(of training: TrainingName) -> any TrainingView {
    let view = mode.view(of: training, glyphs: context.glyphs)
    return context.session.map { NSMView(view, session: $0, of: training) } ?? view
  }
}

extension CommandContext {
  func mode(isOnTerminal: Bool) -> OutputMode {
    if global.json { return .json(JSONEvents(output: output)) }
    guard isOnTerminal, !isPlain else {
      return .lines(
        output: output, messages: isOnTerminal ? output : messages, hasKeys: isOnTerminal)
    }
    return .terminal(
      TrainingPanel(
        board: InlineBoard(output: output), glyphs: glyphs, footer: TrainingWords.footer))
  }

  /// Whether lines are written once and never rewritten: as asked, or where the terminal could do
  /// nothing else.
  var isPlain: Bool {
    let terminal = environment["TERM"] ?? ""
    return global.plain || terminal.isEmpty || terminal == "dumb"
  }
}
