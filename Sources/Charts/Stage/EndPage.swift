import Console

/// What a terminal shows when a session or a plan has ended.
public protocol EndPage {
  /// What stays on the ordinary screen, and what those get who have it read out.
  var lines: [String] { get }

  /// The whole terminal; the notice and the status are left empty.
  func frame(in size: TerminalSize, glyphs: Glyphs) -> StageFrame

  /// What a key chooses; `nil` for a key that means nothing here.
  func choice(of key: Key) -> ClosingPage.Choice?
}
