import Language

/// Fills a terminal: a value that draws itself for any size and answers to keys.
///
/// `Action` is what the program can be asked to do; screens of one stack share it.
public protocol Screen<Action> {
  associatedtype Action

  /// What is to be seen, from the top down; no more lines than there are rows.
  func lines(in size: TerminalSize) -> [String]

  /// The same to be read out, written one line after the other: what matters at this moment.
  func spoken(in size: TerminalSize) -> [String]

  /// What the keys do, shown for `?`; empty if the screen uses that key itself, such as while text is
  /// typed.
  var help: [String] { get }

  /// Handles a key.
  mutating func handle(_ key: Key) -> ScreenReply<Action>
}

/// What a key leads to.
public enum ScreenReply<Action> {
  /// Nothing happens, or only the screen itself has changed.
  case stay
  /// To the screen before.
  case back
  /// To the help of this screen.
  case help
  case perform(Action)
}

extension ScreenReply: Equatable where Action: Equatable {}

extension Screen {
  public func spoken(in size: TerminalSize) -> [String] { lines(in: size) }

  public var help: [String] { ScreenText.defaultHelp() }

  /// The reply to a key, `?` included, which means the same on all screens.
  public mutating func reply(to key: Key) -> ScreenReply<Action> {
    key == .character("?") && !help.isEmpty ? .help : handle(key)
  }
}

/// The words that all screens share.
public enum ScreenText {
  static func back(scrolls: Bool) -> String {
    scrolls ? localized("up and down scroll, q goes back") : localized("q goes back")
  }

  // As the last line of a screen has them.
  public static var backKey: String { localized("q back") }
  public static var helpKey: String { localized("? help") }

  /// What the keys of a screen do that says nothing else of them.
  static func defaultHelp() -> [String] {
    [localized("Keys"), ""] + table([("q", localized("back to the screen before"))])
  }

  /// What the keys of a text do.
  static func textHelp() -> [String] {
    [localized("Keys"), ""]
      + table([
        (localized("up, down"), localized("to lines that are out of view")),
        ("q", localized("back to the screen before")),
      ])
  }

  /// What the keys of a screen do, as many as there is room for.
  public static func keys(_ keys: [String], width: Int) -> String {
    keys.reduce("") { line, key in
      let longer = line.isEmpty ? key : "\(line)   \(key)"
      return longer.count <= width ? longer : line
    }
  }

  /// Keys, and beside each what it does.
  public static func table(_ rows: [(key: String, meaning: String)]) -> [String] {
    let width = rows.map(\.key.count).max() ?? 0
    return rows.map { "  \($0.key.rightPadded(to: width))  \($0.meaning)" }
  }
}

/// A text to be read, from the top; it scrolls where it is longer than the terminal.
public struct TextScreen<Action>: Screen {
  private let text: [String]
  private var first = 0

  public init(_ text: [String]) { self.text = text }

  public var help: [String] { ScreenText.textHelp() }

  public func lines(in size: TerminalSize) -> [String] {
    let wrapped = text.flatMap {
      $0.isEmpty ? [""] : WrappedText.rowLines($0, width: size.columns - 1)
    }
    let room = max(size.rows - 2, 1)
    let start = min(first, max(wrapped.count - room, 0))
    return Array(wrapped[start...].prefix(room)) + [
      "", ScreenText.back(scrolls: wrapped.count > room),
    ]
  }

  public mutating func handle(_ key: Key) -> ScreenReply<Action> {
    switch key {
    case .up, .character("k"): first = max(first - 1, 0)
    // Drawing keeps it within the text; here there is no size to know how far that goes.
    case .down, .character("j"), .character(" "): first = min(first + 1, text.count * 4)
    case .character("q"), .character("Q"), .escape, .enter, .left: return .back
    default: break
    }
    return .stay
  }
}

/// What another screen is for and what its keys do; the key that opened it closes it, too.
public struct HelpScreen<Action>: Screen {
  private var text: TextScreen<Action>

  public init(_ lines: [String]) { text = TextScreen(lines) }

  /// None: the key is this screen's own.
  public var help: [String] { [] }

  public func lines(in size: TerminalSize) -> [String] { text.lines(in: size) }

  public mutating func handle(_ key: Key) -> ScreenReply<Action> {
    key == .character("?") ? .back : text.handle(key)
  }
}
