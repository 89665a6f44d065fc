import Console
import Language

/// The first run as the stage and as lines show it.
struct FirstRunScreen {
  let run: FirstRun

  /// Why nothing can be heard; `nil` if something can, or if that is not known yet.
  let silence: LastingFault?
  let glyphs: Glyphs

  func frame(in size: TerminalSize) -> StageFrame {
    let width = min(size.columns, StageFrame.stageColumns)
    return StageFrame(
      title: StyledText(StartText.title),
      body: text.flatMap { $0.columns <= width ? [$0] : $0.wrapped(to: width) }, bodyRows: 4,
      keys: FirstRunText.hints(run.step, isSilent: silence != nil), verdict: text.first ?? "")
  }

  private var text: [StyledText] {
    if let silence, run.step == .level { return [StyledText(silence.sentence)] }
    switch run.step {
    case .level:
      return [
        StyledText(glyphs.note, .strong) + "  " + StyledText(FirstRunText.question), "",
        keys([
          ("+", localized(context: "key", "louder")), ("-", localized(context: "key", "softer")),
          ("o", localized(context: "key", "another output")),
        ]),
        StyledText("Enter", .strong) + "  " + StyledText(FirstRunText.comfortable),
      ]
    case .task:
      return [
        StyledText(FirstRunText.task), "",
        keys([
          (glyphs.up, localized(context: "key", "higher")),
          (glyphs.down, localized(context: "key", "lower")),
        ]),
        StyledText(FirstRunText.enterStarts),
      ]
    }
  }

  private func keys(_ keys: [(key: String, meaning: String)]) -> StyledText {
    keys.reduce(StyledText()) { line, key in
      (line.isEmpty ? line : line + "   ") + StyledText(key.key, .strong)
        + StyledText(" \(key.meaning)")
    }
  }

  /// For a line that is read out; the notes sound after it.
  var spoken: [String] {
    if let silence, run.step == .level {
      return [silence.sentence, localized("Enter shows the start screen.")]
    }
    return switch run.step {
    case .level: [FirstRunText.question, FirstRunText.spokenKeys]
    case .task: [FirstRunText.task, FirstRunText.spokenAnswers]
    }
  }
}

/// The words of the first run.
enum FirstRunText {
  static var question: String { localized("Can you hear this quiet note?") }
  static var comfortable: String { localized("comfortable: go on") }

  static var task: String {
    localized("Two notes. Is the second higher or lower? The first ones are easy.")
  }

  static var enterStarts: String { localized("Enter starts.") }

  static var spokenKeys: String {
    localized("+ louder, - softer, o another output. Enter: comfortable, go on.")
  }

  static var spokenAnswers: String {
    localized("Arrow up: higher. Arrow down: lower. Enter starts.")
  }

  static func hints(_ step: FirstRun.Step, isSilent: Bool) -> [StageFrame.KeyHint] {
    let goOn =
      isSilent && step == .level
      ? localized(context: "key", "start screen")
      : step == .task ? localized(context: "key", "start") : localized(context: "key", "go on")
    return [
      StageFrame.KeyHint("Enter", goOn),
      StageFrame.KeyHint("o", localized(context: "key", "output")),
      StageFrame.KeyHint("?", localized(context: "key", "help")),
      StageFrame.KeyHint("Esc", localized(context: "key", "start screen")),
    ]
  }
}
