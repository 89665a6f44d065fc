import Testing

@testable import Console
@testable import PeachApp
@testable import Program

@Suite("Answers while controls are learnt")
@MainActor
struct LearnAnswerTests {
  @Test(
    "each answer has its keys, in any case",
    arguments: [
      (Key.character(" "), LearnAnswer.skip), (.character("s"), .skip), (.backspace, .redo),
      (.character("R"), .redo), (.enter, .accept), (.escape, .leave), (.character("Q"), .leave),
    ])
  func keys(key: Key, answer: LearnAnswer) {
    #expect(LearnAnswer(key) == answer)
  }

  @Test(
    "on a line it has its words, and the letters of the keys",
    arguments: [
      ("skip", LearnAnswer.skip), ("s", .skip), (" ", .skip), ("again", .redo), ("r", .redo),
      ("", .accept), ("accept", .accept), ("a", .accept), ("yes", .accept), ("y", .accept),
      ("quit", .leave), ("q", .leave),
    ])
  func lines(line: String, answer: LearnAnswer) {
    #expect(LearnAnswer(line: line) == answer)
  }

  @Test("anything else is no answer")
  func others() {
    for key in [Key.up, .tab, .character("x"), .character("?")] {
      #expect(LearnAnswer(key) == nil)
    }
    for line in ["x", "skipp", "no"] { #expect(LearnAnswer(line: line) == nil) }
  }

  @Test("the page, its help and the question of the command name the same keys")
  func sameKeys() {
    let named = LearnAnswer.allCases.map(\.key)
    #expect(named == ["Space", "Backspace", "Enter", "Esc"])
    #expect(LearnAnswer.allCases.map { $0.hint(savesAll: true).key } == named)
    #expect(LearnAnswer.allCases.map { $0.hint(savesAll: false).key } == named)
    for (row, key) in zip(KeyTable.rows(of: .learn, .unicode), named) {
      #expect(row.key.hasPrefix(key))
    }
  }
}
