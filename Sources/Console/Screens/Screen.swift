import Language

/// Fills a terminal: a value that draws itself for any size and responds to keys.
///
/// `Action` is what a screen can request from the program. All screens of a stack share it.
public protocol Screen<Action> {
  associatedtype Action

  /// The visible lines, from the top down. There must be no more lines than rows. A screen with a
  /// ``frame(in:)`` needs none.
  func lines(in size: TerminalSize) -> [String]

  /// The whole terminal, with its styles; `nil` if the screen has only ``lines(in:)``.
  func frame(in size: TerminalSize) -> StageFrame?

  /// The text for a screen reader, one line after the other: what matters at this moment.
  func spoken(in size: TerminalSize) -> [String]

  /// What the keys do, shown for `?`. Empty if the screen uses that key itself, for example for
  /// text input.
  var help: [String] { get }

  /// Handles a key.
  mutating func handle(_ key: Key) -> ScreenReply<Action>
}

/// The result of a key.
public enum ScreenReply<Action> {
  /// Nothing happens, or only the screen itself has changed.
  case stay
  /// Go back to the previous screen.
  case back
  /// Show the help of this screen.
  case help
  case perform(Action)
}

extension ScreenReply: Equatable where Action: Equatable {}

extension Screen {
  public func lines(in size: TerminalSize) -> [String] {
    frame(in: size)?.grid(in: size).lines ?? []
  }

  public func frame(in size: TerminalSize) -> StageFrame? { nil }

  public func spoken(in size: TerminalSize) -> [String] {
    frame(in: size)?.spoken ?? lines(in: size)
  }

  public var help: [String] { ScreenText.defaultHelp() }

  /// The reply to a key, including `?`, which has the same meaning on all screens.
  public mutating func reply(to key: Key) -> ScreenReply<Action> {
    key == .character("?") && !help.isEmpty ? .help : handle(key)
  }
}

/// The words that all screens share.
public enum ScreenText {
  static func back(scrolls: Bool) -> String {
    scrolls ? localized("up and down scroll, q goes back") : localized("q goes back")
  }

  /// The default help, for a screen without its own.
  static func defaultHelp() -> [String] {
    [localized("Keys"), ""] + table([("q", localized("back to the previous screen"))])
  }

  /// The help for a scrolling text.
  static func textHelp() -> [String] {
    [localized("Keys"), ""]
      + table([
        (localized("up, down"), localized("scroll to hidden lines")),
        ("q", localized("back to the previous screen")),
      ])
  }

  /// What the keys of a screen do, as many of them as fit.
  public static func keys(_ keys: [String], width: Int) -> String {
    keys.reduce("") { line, key in
      let longer = line.isEmpty ? key : "\(line)   \(key)"
      return longer.count <= width ? longer : line
    }
  }

  /// Keys, each followed by what it does.
  public static func table(_ rows: [(key: String, meaning: String)]) -> [String] {
    let width = rows.map(\.key.count).max() ?? 0
    return rows.map { "  \($0.key.rightPadded(to: width))  \($0.meaning)" }
  }
}

/// A text to read, from the top. It scrolls if it is longer than the terminal.
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
    // Drawing limits this to the text. The size is unknown here.
    case .down, .character("j"), .character(" "): first = min(first + 1, text.count * 4)
    case .character("q"), .character("Q"), .escape, .enter, .left: return .back
    default: break
    }
    return .stay
  }
}

/// The purpose and the keys of another screen. The key that opened it also closes it.
public struct HelpScreen<Action>: Screen {
  private var text: TextScreen<Action>

  public init(_ lines: [String]) { text = TextScreen(lines) }

  /// Empty, because this screen uses the key itself.
  public var help: [String] { [] }

  public func lines(in size: TerminalSize) -> [String] { text.lines(in: size) }

  public mutating func handle(_ key: Key) -> ScreenReply<Action> {
    key == .character("?") ? .back : text.handle(key)
  }
}
