@testable import Console
@testable import PeachApp

@MainActor
extension TrainingPanel {
  /// On a terminal of that size, in lines below what was there.
  convenience init(output: any TextOutput, columns: Int = 80, rows: Int = 24, glyphs: Glyphs) {
    self.init(
      board: InlineBoard(output: output) { TerminalSize(columns: columns, rows: rows) },
      glyphs: glyphs, footer: TrainingWords.footer)
  }
}
