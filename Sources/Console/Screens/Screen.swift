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
}

/// A screen that always has a frame.
public protocol StageScreen<Action>: Screen {
  /// The whole terminal, with its styles.
  func stage(in size: TerminalSize) -> StageFrame
}

extension StageScreen {
  public func frame(in size: TerminalSize) -> StageFrame? { stage(in: size) }
}

/// The words that all screens share.
enum ScreenText {
  static func back(scrolls: Bool) -> String {
    scrolls ? localized("up and down scroll, q goes back") : localized("q goes back")
  }
}

/// A text to read, from the top. It scrolls if it is longer than the terminal.
public struct TextScreen<Action>: Screen {
  private let text: [String]
  private var first = 0

  public init(_ text: [String]) { self.text = text }

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
    switch key.command {
    case .up, .character("k"): first = max(first - 1, 0)
    // Drawing limits this to the text. The size is unknown here.
    case .down, .character("j"), .character(" "): first = min(first + 1, text.count * 4)
    case .character("?"): return .help
    case .character("q"), .escape, .enter, .left: return .back
    default: break
    }
    return .stay
  }
}
