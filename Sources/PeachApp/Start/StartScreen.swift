import Charts
import Console
import Language
import Music
import Training

/// An action that a screen requests from the program.
enum ScreenAction: Hashable {
  case train(TrainingChoice)
  case open(ScreenName)
  /// Change a setting.
  case change(String, to: String)
  /// Restore the default of a setting.
  case restore(String)
  /// Play or try out the effect of a setting.
  case hear(String)
  /// Delete every record of training.
  case resetHistory
  case quit
}

/// The screens that the start screen opens.
enum ScreenName: Hashable {
  case profile
  case settings
  case info
}

/// The first screen: the four trainings with a summary of each, and the keys for everything else.
struct StartScreen: Screen {
  private let profile: ProfileSnapshot
  private let glyphs: Glyphs
  private var chosen = 0

  /// - Parameter chosen: the most recently chosen training.
  init(
    profile: ProfileSnapshot, glyphs: Glyphs, chosen: TrainingChoice? = nil
  ) {
    self.profile = profile
    self.glyphs = glyphs
    self.chosen = chosen.flatMap { TrainingChoice.all.firstIndex(of: $0) } ?? 0
  }

  var help: [String] { StartText.help(glyphs) }

  func lines(in size: TerminalSize) -> [String] {
    var lines = [StartText.title, ""]
    for (index, choice) in TrainingChoice.all.enumerated() {
      let marker = index == chosen ? glyphs.pointer : " "
      let name = choice.name
      let row = "\(marker) \(index + 1)  \(name.rightPadded(to: 26))"
      let preview = StartText.preview(profile, choice)
      let whole = row + preview.all
      lines.append(whole.count < size.columns ? whole : row + preview.figures)
    }
    lines += ["", StartText.keys(glyphs), StartText.ways]
    guard isUntouched else { return lines }
    lines.append("")
    // On a low terminal, what does not fit is in the help.
    for words in StartText.firstWords {
      let wrapped = WrappedText.lines(words, width: size.columns - 1)
      if lines.count + wrapped.count <= size.rows { lines += wrapped }
    }
    return lines
  }

  mutating func handle(_ key: Key) -> ScreenReply<ScreenAction> {
    switch key {
    case .up, .character("k"): chosen = max(chosen - 1, 0)
    case .down, .character("j"): chosen = min(chosen + 1, TrainingChoice.all.count - 1)
    case .enter, .character(" "): return start(chosen)
    case .character("1"), .character("2"), .character("3"), .character("4"):
      guard case .character(let digit) = key, let number = digit.wholeNumberValue else {
        return .stay
      }
      chosen = number - 1
      return start(chosen)
    case .character("p"), .character("P"): return .perform(.open(.profile))
    case .character("s"), .character("S"): return .perform(.open(.settings))
    case .character("i"), .character("I"): return .perform(.open(.info))
    case .character("h"): return .help
    case .character("q"), .character("Q"): return .perform(.quit)
    default: break
    }
    return .stay
  }

  private func start(_ index: Int) -> ScreenReply<ScreenAction> {
    .perform(.train(TrainingChoice.all[index]))
  }

  /// Whether nothing has been trained yet.
  private var isUntouched: Bool {
    TrainingKind.allCases.allSatisfy {
      profile.comparison[$0].trials == 0 && profile.matching[$0].count == 0
    }
  }
}

/// The text of the start screen.
enum StartText {
  static let title = "Peach"
  static var ways: String { localized("p profile   s settings   i info   ? help   q quit") }

  static func keys(_ glyphs: Glyphs) -> String {
    localized(
      "1 to 4 starts a training, or choose with %@ %@ and Enter", glyphs.up, glyphs.down)
  }

  static func help(_ glyphs: Glyphs) -> [String] {
    ScreenText.table([
      ("1 2 3 4", localized("start a training")),
      ("\(glyphs.up) \(glyphs.down)", localized("choose a training; Enter starts it")),
      ("p", localized("the profile: what Peach knows about your hearing")),
      ("s", localized("the settings")),
      ("i", localized("versions, files and the server")),
      ("q", localized("quit Peach")),
    ]) + [""] + about
  }

  /// The description of Peach in the help.
  static let about = [
    localized("Peach trains your sense of pitch."),
    "",
    localized(
      """
      Comparison: two notes sound. Is the second higher or lower than the first? With \
      intervals: is it higher or lower than the true interval?
      """
    ),
    StrategyText.both,
    localized(
      """
      Pitch matching: a note sounds, then a second one that is out of tune. Tune it until it \
      is right, then press Enter.
      """
    ),
    "",
    localized(
      """
      Differences are given in cents: 100 cents are one semitone. The threshold is the \
      difference that you get right three times out of four. Peach estimates it for every \
      note.
      """
    ),
    "",
    localized(
      """
      Your answers stay on this computer. There is no score to reach: train as long as you \
      like, and stop with q.
      """
    ),
    "",
    localized(
      """
      Peach plays through JACK. In your patchbay, connect its outputs to your headphones or \
      speakers, and a MIDI knob or keyboard to its input.
      """
    ),
  ]

  /// The introduction for new users, the most important first.
  static let firstWords = [
    localized("Two notes sound. Is the second higher or lower? Or tune it until it is right."),
    localized("Differences are given in cents; 100 cents are one semitone."),
    localized(
      "Connect Peach's outputs to your headphones in your patchbay, then press 1 to start."),
    StrategyText.both,
  ]

  /// A training's results in a few words.
  static func preview(_ profile: ProfileSnapshot, _ choice: TrainingChoice) -> VerdictText.Brief {
    switch (choice.training, choice.kind) {
    case (.comparison, .unison): VerdictText.brief(profile.unison)
    case (.comparison, .interval): VerdictText.brief(profile.intervals)
    case (.matching, let kind): VerdictText.brief(profile.matching[kind].verdicts)
    }
  }
}
