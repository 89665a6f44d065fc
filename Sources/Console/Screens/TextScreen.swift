/// A text to be read, from the top; it scrolls where it is longer than the terminal.
public struct TextScreen: Screen {
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

  public mutating func take(_ key: Key) -> ScreenAction? {
    switch key {
    case .up, .character("k"): first = max(first - 1, 0)
    // Drawing keeps it within the text; here there is no size to know how far that goes.
    case .down, .character("j"), .character(" "): first = min(first + 1, text.count * 4)
    case .character("q"), .character("Q"), .escape, .enter, .left: return .back
    default: break
    }
    return nil
  }
}
