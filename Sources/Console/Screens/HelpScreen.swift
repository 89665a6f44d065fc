/// What another screen is for and what its keys do; the key that opened it closes it, too.
public struct HelpScreen: Screen {
  private var text: TextScreen

  public init(_ lines: [String]) { text = TextScreen(lines) }

  /// None: the key is this screen's own.
  public var help: [String] { [] }

  public func lines(in size: TerminalSize) -> [String] { text.lines(in: size) }

  public mutating func take(_ key: Key) -> ScreenAction? {
    key == .character("?") ? .back : text.take(key)
  }
}
