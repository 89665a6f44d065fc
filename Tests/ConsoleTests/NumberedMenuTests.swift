import TestSupport
import Testing

@testable import Console

@Suite("A numbered menu")
@MainActor
struct NumberedMenuTests {
  @Test("up to nine items have their numbers, and no others choose")
  func short() {
    let menu = NumberedMenu(count: 3, selection: 1)
    #expect(menu.lines { "item \($0)" } == ["1 item 0", "2 item 1", "3 item 2"])
    #expect(menu.choice(.character("3")) == .item(2))
    for key in [Key.character("0"), .character("4"), .character("x"), .character("٣"), .enter] {
      #expect(menu.choice(key) == nil)
    }
    #expect(NumberedMenu(count: 0, selection: 0).lines { _ in "" }.isEmpty)
    #expect(NumberedMenu(count: 0, selection: -1).choice(.character("1")) == nil)
  }

  @Test("of more items nine are shown, those around the selection; 0 goes on to the next ones")
  func long() {
    let menu = NumberedMenu(count: 20, selection: 12)
    let lines = menu.lines { "item \($0)" }
    #expect(lines.first == "1 item 9" && lines[8] == "9 item 17" && lines.count == 10)
    #expect(lines.last == "0 shows others; these are 10 to 18 of 20.")
    #expect(menu.choice(.character("4")) == .item(12))
    #expect(menu.choice(.character("0")) == .page(first: 18))
    let last = NumberedMenu(count: 20, selection: 18)
    #expect(last.shown == 18..<20)
    #expect(last.choice(.character("3")) == nil)
    #expect(last.choice(.character("0")) == .page(first: 0))
  }

  @Test("what a menu has just said is not repeated below it")
  func board() {
    let output = TextRecorder()
    let board = LineBoard(output: output)
    board.show(["1 one", "2 two", "one"])
    #expect(output.lines == ["1 one", "2 two"])
    board.show(["1 one", "2 two", "two"])
    #expect(output.lines == ["1 one", "2 two", "two"], "a move is answered")
    board.show(["1 one", "2 three", "three"])
    #expect(output.lines.suffix(1) == ["2 three"], "and a change once")
  }
}
