import Foundation
import TestSupport
import Testing

@testable import Console

@Suite("Text from elsewhere on the terminal")
@MainActor
struct VisibleTextTests {
  /// A name that clears the screen, rings, changes the window's title, turns the direction of
  /// writing and begins a line of its own.
  private static let hostile =
    "a\u{1B}[2J\u{7}\u{9B}1m\u{1B}]0;x\u{7}\u{7F}\u{202E}b\u{2066}\u{61C}\u{2028}\r\nc\t"

  /// Whether the text has anything that a terminal acts on, but for line feeds.
  private static func isHarmless(_ text: some StringProtocol) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control: scalar == "\n"
      case .format, .lineSeparator, .paragraphSeparator: false
      default: true
      }
    }
  }

  @Test(
    "control characters, C1 and marks of direction become JSON's escapes; all else stays",
    arguments: [
      ("LPD8 (é, 日本, 👩‍🎤)", "LPD8 (é, 日本, 👩‍🎤)"), ("\u{1B}[31m", "\\u001B[31m"),
      ("\u{0}\u{7F}\u{85}\u{9F}\u{A0}", "\\u0000\\u007F\\u0085\\u009F\u{A0}"),
      (
        "\u{202A}\u{202E}\u{2066}\u{2069}\u{200E}\u{200F}\u{61C}",
        "\\u202A\\u202E\\u2066\\u2069\\u200E\\u200F\\u061C"
      ),
      ("a\nb\tc", "a\\u000Ab\\u0009c"), ("", ""),
    ])
  func visible(text: String, expected: String) { #expect(text.visible == expected) }

  @Test("in text of several lines, line feeds and tabs stay, and carriage returns do not")
  func lines() { #expect("a\r\n\tb\u{1B}".visibleLines == "a\\u000D\n\tb\\u001B") }

  @Test("every way of writing text makes it harmless")
  func outputs() {
    let recorder = TextRecorder()
    recorder.write(Self.hostile)
    recorder.writeLine(Self.hostile)
    recorder.writeMessage(Self.hostile)
    let lineBoard = LineBoard(output: recorder)
    lineBoard.show([Self.hostile])
    lineBoard.print(Self.hostile)
    #expect(Self.isHarmless(recorder.text.replacing("\t", with: "")))
    #expect(recorder.lines.filter { $0.hasPrefix("c") }.count == 2)
  }

  @Test("the boards write no sequence that is not their own")
  func boards() {
    let size = TerminalSize(columns: 200, rows: 24)
    func output(_ board: (any TextOutput) -> any Board, _ text: String) -> String {
      let recorder = TextRecorder(size)
      let board = board(recorder)
      board.show([text])
      board.show(StageFrame(title: StyledText(text), notice: StyledText(text)))
      board.redraw()
      board.close()
      return recorder.text
    }
    for board: (any TextOutput) -> any Board in [
      { LineBoard(output: $0) }, { FullScreenBoard(output: $0) },
    ] {
      #expect(output(board, Self.hostile) == output(board, Self.hostile.visible))
    }
  }

  @Test("a line of JSON stays JSON of the same value")
  func json() throws {
    var line = JSONLine()
    line.add("port", Self.hostile)
    let recorder = TextRecorder()
    recorder.writeLine(line.description)
    #expect(Self.isHarmless(recorder.text))
    let object = try JSONDecoder().decode([String: String].self, from: Data(recorder.text.utf8))
    #expect(object["port"] == Self.hostile)
  }
}
