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
