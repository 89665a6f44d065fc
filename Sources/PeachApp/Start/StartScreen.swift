import Training

/// The first screen: the four trainings with what is known of each, and the ways to everything else.
public struct StartScreen: Screen {
  /// A training that can be chosen.
  struct Choice {
    let training: TrainingName
    let kind: TrainingKind
  }

  static let choices: [Choice] = [
    Choice(training: .comparison, kind: .unison), Choice(training: .comparison, kind: .interval),
    Choice(training: .matching, kind: .unison), Choice(training: .matching, kind: .interval),
  ]

  private let profile: ProfileSnapshot
  private let glyphs: Glyphs
  private var chosen = 0

  /// - Parameter chosen: the training that was chosen last.
  public init(
    profile: ProfileSnapshot, glyphs: Glyphs, chosen: (TrainingName, TrainingKind)? = nil
  ) {
    self.profile = profile
    self.glyphs = glyphs
    guard let chosen else { return }
    self.chosen = Self.choices.firstIndex { ($0.training, $0.kind) == chosen } ?? 0
  }

  public var help: [String] { StartText.help(glyphs) }

  public func lines(in size: TerminalSize) -> [String] {
    var lines = [StartText.title, ""]
    for (index, choice) in Self.choices.enumerated() {
      let marker = index == chosen ? glyphs.pointer : " "
      let name = StartText.name(choice.training, choice.kind)
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

  public mutating func take(_ key: Key) -> ScreenAction? {
    switch key {
    case .up, .character("k"): chosen = max(chosen - 1, 0)
    case .down, .character("j"): chosen = min(chosen + 1, Self.choices.count - 1)
    case .enter, .character(" "): return start(chosen)
    case .character("1"), .character("2"), .character("3"), .character("4"):
      guard case .character(let digit) = key, let number = digit.wholeNumberValue else {
        return nil
      }
      chosen = number - 1
      return start(chosen)
    case .character("p"), .character("P"): return .open(.profile)
    case .character("s"), .character("S"): return .open(.settings)
    case .character("i"), .character("I"): return .open(.info)
    case .character("h"): return .open(.help)
    case .character("q"), .character("Q"): return .quit
    default: break
    }
    return nil
  }

  private func start(_ index: Int) -> ScreenAction {
    .train(Self.choices[index].training, Self.choices[index].kind)
  }

  /// Whether nothing was trained yet.
  private var isUntouched: Bool {
    TrainingKind.allCases.allSatisfy {
      profile.comparison[$0].trials == 0 && profile.matching[$0].count == 0
    }
  }
}
