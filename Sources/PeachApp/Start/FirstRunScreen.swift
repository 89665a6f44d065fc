import Charts
import Console
import Language
import Program
import Training

/// The first run as the stage and as lines show it.
struct FirstRunScreen {
  let run: FirstRun

  /// The one that follows.
  let training: TrainingName

  /// Whether the start screen is what it can be left for.
  var hasStart = true

  /// Why nothing can be heard; `nil` if something can, or if that is not known yet.
  let silence: LastingFault?
  let glyphs: Glyphs

  func frame(in size: TerminalSize) -> StageFrame {
    let width = min(size.columns, StageFrame.stageColumns)
    return StageFrame(
      title: StyledText(StartText.title),
      body: text.flatMap { $0.columns <= width ? [$0] : $0.wrapped(to: width) }, bodyRows: 4,
      keys: hints, verdict: text.first ?? "")
  }

  private var text: [StyledText] {
    if let silence, run.step == .level { return [StyledText(silence.sentence)] }
    switch run.step {
    case .level:
      return [
        StyledText(glyphs.note, .strong) + "  " + StyledText(question), "",
        keys([
          ("+", localized(context: "key", "louder")), ("-", localized(context: "key", "softer")),
          ("o", localized(context: "key", "another output")),
        ]),
        StyledText("Enter", .strong) + "  " + StyledText(FirstRunText.comfortable),
      ]
    case .task:
      let answers =
        training == .comparison
        ? [
          keys([
            (glyphs.up, localized(context: "key", "higher")),
            (glyphs.down, localized(context: "key", "lower")),
          ])
        ] : []
      return [StyledText(FirstRunText.task(of: training)), ""] + answers
        + [StyledText(FirstRunText.enterStarts)]
    }
  }

  private var hints: [StageFrame.KeyHint] {
    let start = localized(context: "key", "start screen")
    let resume = localized(context: "key", "continue")
    let enter =
      run.step == .task
      ? localized(context: "key", "start") : silence != nil && hasStart ? start : resume
    return [
      StageFrame.KeyHint("Enter", enter),
      StageFrame.KeyHint("o", localized(context: "key", "output")),
      StageFrame.KeyHint("?", localized(context: "key", "help")),
      hasStart ? StageFrame.KeyHint("Esc", start) : StageFrame.KeyHint(localized("Esc end")),
    ]
  }

  private var question: String {
    run.isAskedAgain ? FirstRunText.askedAgain : FirstRunText.question
  }

  private func keys(_ keys: [(key: String, meaning: String)]) -> StyledText {
    keys.reduce(StyledText()) { line, key in
      (line.isEmpty ? line : line + "   ") + StyledText(key.key, .strong)
        + StyledText(" \(key.meaning)")
    }
  }

  private var spokenStart: String {
    training == .comparison ? FirstRunText.spokenAnswers : FirstRunText.enterStarts
  }

  /// For a line that is read out; the notes sound after it.
  var spoken: [String] {
    if let silence, run.step == .level {
      return [silence.sentence, localized("Enter shows the start screen.")]
    }
    return switch run.step {
    case .level: [question, FirstRunText.spokenKeys]
    case .task: [FirstRunText.task(of: training), spokenStart]
    }
  }
}

/// The words of the first run.
enum FirstRunText {
  static var question: String { localized("Can you hear this quiet note?") }
  static var comfortable: String { localized("comfortable: continue") }

  /// Asked of those who call one of the first notes comfortable.
  static var askedAgain: String { localized("It gets louder. Is it comfortable already?") }

  /// What the first trial asks.
  static func task(of training: TrainingName) -> String {
    guard training != .comparison else {
      return localized("Two notes. Is the second higher or lower? The first ones are easy.")
    }
    return training.words.about.first ?? ""
  }

  static var enterStarts: String { localized("Enter starts.") }

  static var spokenKeys: String {
    localized("+ louder, - softer, o another output. Enter: comfortable, continue.")
  }

  static var spokenAnswers: String {
    localized("Arrow up: higher. Arrow down: lower. Enter starts.")
  }
}
