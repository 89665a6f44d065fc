import TestSupport
import Testing

@testable import Console

@Suite("The whole screen")
struct BoardTests {
  private let output = TextRecorder()

  private func screen(_ columns: Int = 20) -> [String] {
    TerminalModel(columns: columns).screen(after: output.text)
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

  private struct Lines: Screen {
    func lines(in size: TerminalSize) -> [String] { ["\(size.columns) columns"] }
    mutating func handle(_: Key) -> ScreenReply<Never> { .stay }
  }

  private struct Framed: Screen {
    func frame(in size: TerminalSize) -> StageFrame? {
      StageFrame(title: "title", body: ["body"], status: "status")
    }
    mutating func handle(_: Key) -> ScreenReply<Never> { .stay }
  }

  @Test("a screen is shown by its lines or, if it has one, by its frame; a message is its notice")
  func screens() {
    let size = TerminalSize(columns: 40, rows: 8)
    let (lines, framed): (any Screen<Never>, any Screen<Never>) = (Lines(), Framed())
    let whole = FullScreenBoard(output: output) { size }
    let board: any Board = whole
    board.show(lines)
    #expect(screen(40)[0] == "40 columns")
    board.show(framed)
    #expect(screen(40) == ["title", "body", "", "", "", "", "status"])
    #expect(framed.lines(in: size) == screen(40) + [""])
    board.print("told")
    #expect(screen(40)[6] == "told")
    whole.forgetMessages()
    #expect(screen(40)[6] == "status")
    #expect(output.text.contains("\u{1B}[1mtitle"))
    let plain = TextRecorder()
    let line: any Board = LineBoard(output: plain)
    line.show(framed)
    #expect(plain.lines == ["title", "body"])
    #expect(framed.spoken(in: size) == ["title", "body"])
  }

  @Test("a frame is one write, and nothing is written for one that is the same")
  func writes() {
    final class Counter: TextOutput {
      var writes = 0
      var failure: String?
      func write(controls text: String) { writes += 1 }
    }
    let counter = Counter()
    let board = FullScreenBoard(output: counter) { TerminalSize(columns: 40, rows: 12) }
    for number in 1...5 {
      board.show(StageFrame(title: "\(number)", body: ["x", "y"]))
      board.show(StageFrame(title: "\(number)", body: ["x", "y"]))
      #expect(counter.writes == number)
    }
    board.redraw()
    #expect(counter.writes == 6)
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
