import TestSupport
import Testing

@testable import Console

@Suite("Lines that are rewritten in place")
struct BoardTests {
  private let output = TextRecorder()

  private func screen(_ columns: Int = 20) -> [String] {
    TerminalModel(columns: columns).screen(after: output.text)
  }

  @Test("inline: a block is rewritten, grows and shrinks, and what is printed stays above it")
  func inline() {
    let board = InlineBoard(output: output) { TerminalSize(columns: 20, rows: 10) }
    board.show(["one", "two"])
    board.show(["one", "2", "three"])
    #expect(screen() == ["one", "2", "three"])
    board.print("told")
    #expect(screen() == ["told", "one", "2", "three"])
    board.show(["last"])
    #expect(screen() == ["told", "last"])
    board.print("something that is longer")
    #expect(screen() == ["told", "something that is", "longer", "last"])
    board.clear()
    #expect(screen() == ["told", "something that is", "longer", ""])
  }

  @Test("inline: what does not fit is cut off, and what is the same is not written again")
  func fitting() {
    let board = InlineBoard(output: output) { TerminalSize(columns: 5, rows: 3) }
    board.show(["abcdefgh", "b", "c", "d"])
    #expect(screen(5) == ["abcd", "b"])
    let length = output.text.count
    board.show(["abcdefgh", "b", "c", "d"])
    #expect(output.text.count == length)
    board.redraw()
    #expect(screen(5) == ["abcd", "b"])
  }

  @Test("the whole screen: opened with the first lines, filled from the top, given back at the end")
  func fullScreen() {
    let board = FullScreenBoard(output: output) { TerminalSize(columns: 20, rows: 6) }
    board.redraw()
    #expect(output.text.isEmpty)
    board.show(["one", "two"])
    #expect(output.text.hasPrefix(ControlSequence.enterSecondScreen + ControlSequence.hideCursor))
    board.show(["1"])
    board.print("something that is longer")
    #expect(screen() == ["1", "", "", "", "something that is", "longer"])
    board.forgetMessages()
    #expect(screen() == ["1", "", "", "", "", ""])
    board.close()
    board.close()
    #expect(
      output.text.hasSuffix(ControlSequence.showCursor + ControlSequence.leaveSecondScreen))
    #expect(
      output.text.components(separatedBy: ControlSequence.leaveSecondScreen).count == 2)
  }

  @Test("the whole screen: printed messages stay until they are forgotten; the oldest give way")
  func messages() {
    let board = FullScreenBoard(output: output) { TerminalSize(columns: 20, rows: 9) }
    board.show(["one"])
    for text in ["first", "second", "third", "second"] { board.print(text) }
    #expect(screen().suffix(4) == ["", "first", "third", "second"])
    board.print("fourth")
    #expect(screen().suffix(4) == ["", "third", "second", "fourth"])
    board.close()
    board.show(["two"])
    #expect(screen().suffix(4) == ["", "third", "second", "fourth"])
    board.forgetMessages()
    #expect(screen() == ["two"] + Array(repeating: "", count: 8))
  }

  @Test("the whole screen: what is printed leaves no beginning of what it covers the end of")
  func covering() {
    let board = FullScreenBoard(output: output) { TerminalSize(columns: 20, rows: 6) }
    board.show(["one", "", "a", "", "b", "c"])
    board.print("told")
    #expect(screen() == ["one", "", "a", "", "", "told"])
    board.show(["one", "", "a", "b", "c", "d"])
    #expect(screen() == ["one", "", "a", "b", "c", "told"])
    board.print("something that is longer than there is room for here")
    #expect(screen() == ["one", "", "", "", "something that is", "longer than the ..."])
  }

  @Test("one line after the other: no control sequences, nothing twice")
  func lines() {
    let board = LineBoard(output: output)
    board.show(["one", "two"])
    board.show(["one", "two"])
    board.print("told")
    #expect(output.lines == ["one", "two", "told"])
    #expect(!output.text.contains("\u{1B}"))
  }
}
