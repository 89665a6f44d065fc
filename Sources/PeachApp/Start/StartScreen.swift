import Charts
import Console
import Training

/// What a screen of the program wants to be done.
enum ScreenAction: Hashable {
  case train(TrainingChoice)
  case open(ScreenName)
  /// To set a setting.
  case change(String, to: String)
  /// To give a setting its default.
  case restore(String)
  /// To let the user hear or try what a setting does.
  case hear(String)
  case quit
}

/// The screens behind the start screen.
enum ScreenName: Hashable {
  case profile
  case settings
  case info
}

/// The first screen: the four trainings with what is known of each, and the ways to everything else.
struct StartScreen: Screen {
  private let profile: ProfileSnapshot
  private let glyphs: Glyphs
  private var chosen = 0

  /// - Parameter chosen: the training that was chosen last.
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
      let preview = StartText.preview(profile, choice.training, choice.kind)
      let whole = row + preview.all
      lines.append(whole.count < size.columns ? whole : row + preview.figures)
    }
    lines += ["", StartText.keys(glyphs), StartText.ways]
    guard isUntouched else { return lines }
    let words = StartText.firstWords.flatMap { WrappedText.lines($0, width: size.columns - 1) }
    return lines + [""] + words
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

  /// Whether nothing was trained yet.
  private var isUntouched: Bool {
    TrainingKind.allCases.allSatisfy {
      profile.comparison[$0].trials == 0 && profile.matching[$0].count == 0
    }
  }
}
