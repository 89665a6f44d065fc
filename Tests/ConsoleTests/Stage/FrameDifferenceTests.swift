import Testing
import Training

@testable import Console

@Suite("The difference of two frames")
@MainActor
struct FrameDifferenceTests {
  nonisolated private static let sizes = [(80, 24), (40, 12), (200, 60), (3, 2), (1, 1)]
    .map { TerminalSize(columns: $0.0, rows: $0.1) }

  private static let styles: [Style] = [
    .plain, .strong, .quiet, .right, .wrong, .fault, .right.bold, .wrong.dim,
  ]

  /// Plain letters, blanks, symbols, wide characters, marks that combine, and pictures.
  private static let pieces = [
    "a", "word", " ", "     ", "●", "┄┄┄", "é", "e\u{301}", "a\u{308}\u{323}", "日本", "語", "😀",
    "👩‍🎤", "♭", "(9–18)", "12.8", "한국", "x\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}\u{307}",
    "❤️", "\u{1B}[2J",
  ]

  private func randomText(_ random: inout SeededGenerator, columns: Int) -> StyledText {
    var text = StyledText()
    while text.columns < columns, Int.random(in: 0..<12, using: &random) > 0 {
      text.append(
        Self.pieces.randomElement(using: &random) ?? "",
        Self.styles.randomElement(using: &random) ?? .plain)
    }
    return text
  }

  /// Another frame: all new, or the same with a few changes.
  private func next(_ grid: Grid, _ random: inout SeededGenerator) -> Grid {
    var next = Bool.random(using: &random) ? grid : Grid(grid.size)
    for _ in 0..<Int.random(in: 0...grid.rows, using: &random) {
      next.put(
        randomText(&random, columns: grid.columns), row: .random(in: 0..<grid.rows, using: &random),
        column: .random(in: -4..<grid.columns, using: &random),
        width: Bool.random(using: &random) ? nil : .random(in: 0...grid.columns, using: &random),
        alignment: [.left, .right].randomElement(using: &random) ?? .left)
    }
    return next
  }

  @Test(
    "put onto the old frame, it shows the new one as a drawing from scratch does",
    arguments: sizes, [true, false])
  func difference(size: TerminalSize, hasStyles: Bool) throws {
    var random = SeededGenerator(seed: UInt64(size.columns * 2 + (hasStyles ? 1 : 0)))
    var capabilities = TerminalCapabilities()
    capabilities.hasStyles = hasStyles
    let terminal = try #require(EmulatedTerminal(size))
    terminal.write(ControlSequence.enterStage(capabilities))
    var shown: Grid?
    var grid = Grid(size)
    for round in 0..<(size.columns > 100 ? 4 : 20) {
      grid = next(grid, &random)
      let bytes = FrameDifference.text(from: shown, to: grid, on: capabilities)
      terminal.write(bytes)
      try #require(terminal.looks == grid.looks(hasStyles: hasStyles), "frame \(round)")
      let fresh = try #require(EmulatedTerminal(size))
      fresh.write(ControlSequence.enterStage(capabilities))
      fresh.write(FrameDifference.text(from: nil, to: grid, on: capabilities))
      try #require(fresh.looks == terminal.looks, "frame \(round)")
      if !hasStyles { #expect(!bytes.contains(/\u{1B}\[[0-9;]*m/)) }
      shown = grid
    }
  }

  @Test("nothing to change writes nothing; a style that a blank cannot show is nothing")
  func nothing() {
    let size = TerminalSize(columns: 10, rows: 3)
    let old = Grid([StyledText("abc", .right)], size: size)
    #expect(FrameDifference.text(from: old, to: old, on: TerminalCapabilities()).isEmpty)
    var new = old
    new.put(StyledText("   ", .fault.bold), row: 1, column: 0)
    #expect(FrameDifference.text(from: old, to: new, on: TerminalCapabilities()).isEmpty)
    var colourless = TerminalCapabilities()
    colourless.hasStyles = false
    let plain = Grid(["abc"], size: size)
    #expect(FrameDifference.text(from: old, to: plain, on: colourless).isEmpty)
  }

  @Test("a frame is one synchronized write; the pen is plain at its end")
  func frame() {
    let size = TerminalSize(columns: 10, rows: 3)
    let old = Grid(["abc"], size: size)
    let new = Grid(["a" + StyledText("b", .right) + "c"], size: size)
    var capabilities = TerminalCapabilities()
    #expect(
      FrameDifference.text(from: old, to: new, on: capabilities)
        == "\u{1B}[?2026h\u{1B}[1;2H\u{1B}[32mb\u{1B}[m\u{1B}[?2026l")
    capabilities.hasSynchronizedOutput = false
    #expect(
      FrameDifference.text(from: old, to: new, on: capabilities)
        == "\u{1B}[1;2H\u{1B}[32mb\u{1B}[m")
  }

  @Test(
    "a long rest of a row is erased, a short gap written again, styles change by their difference")
  func economy() {
    let size = TerminalSize(columns: 60, rows: 3)
    var capabilities = TerminalCapabilities()
    capabilities.hasSynchronizedOutput = false
    func bytes(_ old: [StyledText], _ new: [StyledText]) -> String {
      FrameDifference.text(
        from: Grid(old, size: size), to: Grid(new, size: size), on: capabilities)
    }
    let long = "x" + StyledText(String(repeating: "y", count: 50))
    #expect(bytes([long], ["x"]) == "\u{1B}[1;2H\u{1B}[K")
    #expect(bytes(["abcd"], ["Xbcd"]) == "\u{1B}[HX")
    #expect(bytes(["abcd"], ["XbcY"]) == "\u{1B}[HXbcY")
    #expect(bytes(["abcdefghijkl"], ["Xbcdefghijk-"]) == "\u{1B}[HX\u{1B}[10C-")
    #expect(bytes(["a", "b"], ["1", "2"]) == "\u{1B}[H1\r\n2")
    #expect(
      bytes([""], [StyledText("a", .strong) + StyledText("b", .quiet) + StyledText("c", .right)])
        == "\u{1B}[H\u{1B}[1ma\u{1B}[22;2mb\u{1B}[22;32mc\u{1B}[m")
  }

  @Test("the last column of the last row is written, and nothing scrolls")
  func lastColumn() throws {
    let size = TerminalSize(columns: 5, rows: 2)
    let terminal = try #require(EmulatedTerminal(size))
    let capabilities = TerminalCapabilities()
    terminal.write(ControlSequence.enterStage(capabilities))
    var shown: Grid?
    for lines: [StyledText] in [["12345", "abcde"], ["1234日", "abc日"], ["54321", "edcba"]] {
      let grid = Grid(lines, size: size)
      terminal.write(FrameDifference.text(from: shown, to: grid, on: capabilities))
      #expect(terminal.rows == grid.lines)
      shown = grid
    }
  }

  @Test("after a resize the whole frame is drawn")
  func resize() throws {
    let old = Grid(["abc"], size: TerminalSize(columns: 10, rows: 3))
    let size = TerminalSize(columns: 8, rows: 2)
    let terminal = try #require(EmulatedTerminal(size))
    terminal.write("rubbish")
    terminal.write(
      FrameDifference.text(from: old, to: Grid(["abc"], size: size), on: TerminalCapabilities()))
    #expect(terminal.rows == ["abc", ""])
  }

  @Test("a training's change of state takes less than 4 kB at 80 × 24, whatever changes")
  func size() {
    var random = SeededGenerator(seed: 1)
    let size = TerminalSize(columns: 80, rows: 24)
    for _ in 0..<20 {
      let frames = (0..<2).map { _ in
        StageFrame(
          title: "Comparison, unison", corner: "12 of 40",
          body: (0..<18).map { _ in
            StyledText(String((0..<60).map { _ in "abc●┄ ".randomElement(using: &random) ?? " " }))
          }, status: "Sine", keys: [.init("Space", "again")]
        ).grid(in: size)
      }
      let bytes = FrameDifference.text(from: frames[0], to: frames[1], on: TerminalCapabilities())
      #expect(bytes.utf8.count <= 4096)
    }
  }
}
