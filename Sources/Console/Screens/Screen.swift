import Language

/// Fills a terminal: a value that draws itself for any size and responds to keys.
///
/// `Action` is what a screen can request from the program. All screens of a stack share it.
public protocol Screen<Action> {
  associatedtype Action

  /// The visible lines, no more than there are rows. A screen with a ``frame(in:)`` needs none.
  func lines(in size: TerminalSize) -> [String]

  /// The whole terminal, with its styles; `nil` if the screen has only ``lines(in:)``.
  func frame(in size: TerminalSize) -> StageFrame?

  /// The lines for a screen reader, with what matters at this moment.
  func spoken(in size: TerminalSize) -> [String]

  mutating func handle(_ key: Key) -> ScreenReply<Action>
}

/// The result of a key.
public enum ScreenReply<Action> {
  /// Nothing happens, or only the screen itself has changed.
  case stay
  /// The previous screen is shown.
  case back
  /// The help of this screen is shown.
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
  func stage(in size: TerminalSize) -> StageFrame
}

extension StageScreen {
  public func frame(in size: TerminalSize) -> StageFrame? { stage(in: size) }
}

/// A text to read, which scrolls if it is longer than the terminal.
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
      "",
      wrapped.count > room
        ? localized("up and down scroll, q goes back") : localized("q goes back"),
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
