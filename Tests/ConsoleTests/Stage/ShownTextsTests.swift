import Foundation
import TestSupport
import Testing
import Training

@testable import Console

@Suite("The tests' own view of a terminal")
@MainActor
struct ShownTextsTests {
  private func data(_ recorder: TextRecorder) -> Data { Data(recorder.text.utf8) }

  @Test("a text is found that is written as a whole, or that a changed row shows; in order")
  func order() {
    let recorder = TextRecorder(TerminalSize(columns: 40, rows: 4))
    let board = FullScreenBoard(output: recorder)
    var texts = ShownTexts(columns: 40)
    func finds(_ text: String) -> Bool { texts.find(text, in: data(recorder)) }
    board.show(["By day, all", "180 comparisons", " one", ">two"])
    #expect(!finds("By day, a month"))
    #expect(finds("By day, all"))
    #expect(finds("180 comparisons"))
    #expect(!finds("By day, all"))
    board.show(["By day, a month", "93 comparisons", " one", ">two"])
    #expect(finds("By day, a month"))
    #expect(finds("93 comparisons"))
    #expect(!finds("two"))
    board.show(["By day, a month", "93 comparisons", ">one", " two"])
    #expect(finds("one"))
    #expect(finds("two"))
    #expect(!finds("93"))
  }

  @Test("the model and libvterm agree on what the board shows")
  func agreement() throws {
    let size = TerminalSize(columns: 30, rows: 8)
    let recorder = TextRecorder(size)
    let board = FullScreenBoard(output: recorder)
    let terminal = try #require(EmulatedTerminal(size))
    var random = SeededGenerator(seed: 3)
    for _ in 0..<20 {
      let lines = (0..<8).map { _ in
        String(
          (0..<Int.random(in: 0...40, using: &random)).map { _ in
            "ab ●日é".randomElement(using: &random) ?? " "
          })
      }
      board.show(lines)
    }
    terminal.write(recorder.text)
    let picture = TerminalModel(columns: 30).picture(after: recorder.text)
    #expect(picture.rows + Array(repeating: "", count: 8 - picture.rows.count) == terminal.rows)
    #expect(picture.isOnSecondScreen && !picture.isCursorShown)
    board.close()
    let end = TerminalModel(columns: 30).picture(after: recorder.text)
    #expect(!end.isOnSecondScreen && end.isCursorShown)
  }
}
