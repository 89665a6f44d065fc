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
    output.size = TerminalSize(columns: 20, rows: 6)
    let board = FullScreenBoard(output: output)
    board.redraw()
    #expect(output.text.isEmpty)
    board.show(["one", "two"])
    #expect(output.text.hasPrefix(ControlSequence.enterSecondScreen + ControlSequence.hideCursor))
    board.show(["1", "something longer"])
    #expect(screen() == ["1", "something longer"])
    board.close()
    board.close()
    #expect(
      output.text.hasSuffix(ControlSequence.showCursor + ControlSequence.leaveSecondScreen))
    #expect(
      output.text.components(separatedBy: ControlSequence.leaveSecondScreen).count == 2)
  }

  private struct Framed: Screen {
    func frame(in size: TerminalSize) -> StageFrame? {
      StageFrame(title: "title", body: ["body"], status: "status")
    }
    mutating func handle(_: Key) -> ScreenReply<Never> { .stay }
  }

  @Test(
    "the lines of a screen are those of its frame; lines one after the other leave out the status")
  func screens() throws {
    let size = TerminalSize(columns: 40, rows: 8)
    let framed = Framed()
    let frame = try #require(framed.frame(in: size))
    output.size = size
    let whole = FullScreenBoard(output: output)
    whole.show(frame)
    #expect(screen(40) == ["title", "body", "", "", "", "", "status"])
    #expect(framed.lines(in: size) == screen(40) + [""])
    #expect(output.text.contains("\u{1B}[1mtitle"))
    let plain = TextRecorder()
    LineBoard(output: plain).show(frame)
    #expect(plain.lines == ["title", "body"])
    #expect(framed.spoken(in: size) == ["title", "body"])
    var keyed = frame
    keyed.keys = [StageFrame.KeyHint("Esc", "back"), StageFrame.KeyHint("?", "help")]
    #expect(keyed.spoken.last == "Esc back, ? help")
  }

  @Test("a frame is one write, and nothing is written for one that is the same")
  func writes() {
    final class Counter: TextOutput {
      var writes = 0
      var failure: String?
      func write(controls text: String) { writes += 1 }
    }
    let counter = Counter()
    let board = FullScreenBoard(output: counter)
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
