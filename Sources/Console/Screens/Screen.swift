import Training

/// Something that fills a terminal: a value that draws itself for any size and answers to keys.
public protocol Screen {
  /// What is to be seen, from the top down; no more lines than there are rows.
  func lines(in size: TerminalSize) -> [String]

  /// The same to be read out, where lines are written one after the other: what matters at this moment.
  func spoken(in size: TerminalSize) -> [String]

  /// What its keys do, for someone who asks with `?`; empty where that key is the screen's own, such as
  /// while text is typed.
  var help: [String] { get }

  /// Takes a key; `nil` where it only changed what is to be seen, or nothing.
  mutating func take(_ key: Key) -> ScreenAction?
}

extension Screen {
  public func spoken(in size: TerminalSize) -> [String] { lines(in: size) }

  public var help: [String] { ScreenText.defaultHelp() }

  /// What this screen answers to a key with, help included: that is the same on all of them.
  public mutating func answer(_ key: Key) -> ScreenAction? {
    key == .character("?") && !help.isEmpty ? .open(.help) : take(key)
  }
}

/// What a screen wants to be done.
public enum ScreenAction: Hashable {
  case train(TrainingName, TrainingKind)
  case open(ScreenName)
  /// To set a setting.
  case change(String, to: String)
  /// To give a setting its default.
  case restore(String)
  /// To let the user hear or try what a setting does.
  case hear(String)
  /// To the screen before.
  case back
  case quit
}

/// The screens behind the start screen.
public enum ScreenName: Hashable {
  case profile
  case settings
  case info
  /// The help of the screen that asks for it.
  case help
}
