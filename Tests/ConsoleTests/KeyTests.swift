import Foundation
import Testing
import Training

@testable import Console

@Suite("Keys of many terminals")
@MainActor
struct KeyTests {
  private func presses(_ text: String) -> [KeyPress] {
    var decoder = KeyDecoder()
    return decoder.presses(in: Array(text.utf8))
  }

  @Test(
    "the keys above the arrows, of xterm, VT220, rxvt and the Linux console",
    arguments: [
      ("\u{1B}[H", Key.home), ("\u{1B}OH", .home), ("\u{1B}[1~", .home), ("\u{1B}[7~", .home),
      ("\u{1B}[F", .end), ("\u{1B}OF", .end), ("\u{1B}[4~", .end), ("\u{1B}[8~", .end),
      ("\u{1B}[5~", .pageUp), ("\u{1B}[6~", .pageDown), ("\u{1B}[3~", .other),
      ("\u{1B}[[A", .other), ("\u{1B}[15~", .other), ("\t", .tab), (" ", .character(" ")),
      ("\u{C}", .control("l")), ("\u{1}", .control("a")), ("\u{1B}OM", .enter), ("\u{0}", .other),
    ])
  func legacy(text: String, key: Key) { #expect(presses(text) == [KeyPress(key)]) }

  @Test("as a command, a capital letter is the letter; other keys stay")
  func commands() {
    #expect(Key.character("Q").command == .character("q"))
    #expect(Key.character("Ä").command == .character("ä"))
    for key in [Key.character("?"), .character("9"), .character(" "), .up, .control("l")] {
      #expect(key.command == key)
    }
  }

  @Test(
    "kitty's keys: presses, repeats and releases; modifiers; the keypad",
    arguments: [
      ("\u{1B}[A", Key.up, KeyPress.Kind.press), ("\u{1B}[1;1:1A", .up, .press),
      ("\u{1B}[1;1:2A", .up, .repeat), ("\u{1B}[1;1:3B", .down, .release),
      ("\u{1B}[5;1:3~", .pageUp, .release), ("\u{1B}[27u", .escape, .press),
      ("\u{1B}[27;1:3u", .escape, .release), ("\u{1B}[113;1:3u", .character("q"), .release),
      ("\u{1B}[107;1:2u", .character("k"), .repeat), ("\u{1B}[99;5u", .control("c"), .press),
      ("\u{1B}[122;5u", .control("z"), .press), ("\u{1B}[108;5:1u", .control("l"), .press),
      ("\u{1B}[113;3u", .other, .press), ("\u{1B}[97;2:2u", .character("A"), .repeat),
      ("\u{1B}[113;129u", .character("q"), .press), ("\u{1B}[57419u", .up, .press),
      ("\u{1B}[57414;1:3u", .enter, .release), ("\u{1B}[57404u", .character("5"), .press),
      ("\u{1B}[57441;2u", .other, .press), ("\u{1B}[?1u", .other, .press),
      ("\u{1B}[99999999999999999999u", .other, .press),
      ("\u{1B}[97:65;;98u", .character("a"), .press),
    ])
  func kitty(text: String, key: Key, kind: KeyPress.Kind) {
    #expect(presses(text) == [KeyPress(key, kind)])
  }

  @Test("releases are no keys for those who read keys")
  func releases() {
    var decoder = KeyDecoder()
    #expect(decoder.decode(Array("\u{1B}[A\u{1B}[1;1:2A\u{1B}[1;1:3A".utf8)) == [.up, .up])
  }

  @Test("Ctrl-C, Ctrl-\\ and Ctrl-Z ask for their signals")
  func signals() {
    #expect(Key.control("c").signal == SIGINT && Key.control("\\").signal == SIGQUIT)
    #expect(Key.control("z").signal == SIGTSTP && Key.control("l").signal == nil)
    #expect(presses("\u{1B}[92;5u") == [KeyPress(.control("\\"))])
  }

  @Test("a paste is dropped as a whole, wherever it is cut, whatever is in it")
  func paste() {
    let bytes = Array("a\u{1B}[200~qqq\r\u{1B}[A\u{1B}[201\u{1B}\u{1B}[201~b".utf8)
    for cut in bytes.indices {
      var decoder = KeyDecoder()
      var keys = decoder.decode(bytes[..<cut])
      // A moment may pass within the paste, but not within a sequence outside.
      if cut > 7, cut < bytes.count - 2 { keys += decoder.flush() }
      keys += decoder.decode(bytes[cut...])
      #expect(keys == [.character("a"), .character("b")], "cut at \(cut)")
    }
  }

  @Test("neither a paste nor a sequence without end takes memory without end")
  func endless() {
    for beginning in ["\u{1B}[200~", "\u{1B}["] {
      var decoder = KeyDecoder()
      #expect(decoder.decode(Array(beginning.utf8)).isEmpty)
      for _ in 0..<1000 { #expect(decoder.decode(repeatElement(0x31, count: 1000)).isEmpty) }
      #expect(
        Mirror(reflecting: decoder).children.allSatisfy { ($0.value as? [UInt8])?.count ?? 0 < 100 }
      )
    }
    var decoder = KeyDecoder()
    #expect(
      decoder.decode(Array("\u{1B}[".utf8) + repeatElement(0x3B, count: 500) + Array("Aq".utf8))
        == [.other, .character("q")])
  }

  @Test("Escape twice is two; the second may begin a sequence")
  func doubleEscape() {
    #expect(presses("\u{1B}\u{1B}[A") == [KeyPress(.escape), KeyPress(.up)])
    var decoder = KeyDecoder()
    #expect(decoder.decode([0x1B, 0x1B]) + decoder.flush() == [.escape, .escape])
  }

  @Test("random bytes never stop it")
  func random() {
    var random = SeededGenerator(seed: 7)
    var decoder = KeyDecoder()
    for _ in 0..<200 {
      let bytes = (0..<100).map { _ in
        Bool.random(using: &random)
          ? UInt8.random(in: 0...255, using: &random)
          : Array("\u{1B}[O;:~u0123A".utf8).randomElement(using: &random) ?? 0
      }
      _ = decoder.presses(in: bytes)
      if Bool.random(using: &random) { _ = decoder.flush() }
    }
    _ = decoder.decode(Array("\u{1B}[201~".utf8))
    _ = decoder.flush()
    #expect(decoder.decode(Array("q".utf8)) == [.character("q")])
  }
}

@Suite("Held keys")
@MainActor
struct HeldKeyTests {
  private let start = ContinuousClock.now

  /// Which of the presses at these moments (milliseconds) count as held.
  private func held(_ presses: [(KeyPress, Int)]) -> [Bool] {
    var held = HeldKeyGuard()
    return presses.map { held.isHeld($0, at: start + .milliseconds($1)) }
  }

  @Test("the same key within 200 ms of its last byte is held; each byte counts anew")
  func gaps() {
    let up = KeyPress(.up)
    #expect(held([(up, 0), (up, 200), (up, 390), (up, 591)]) == [false, true, true, false])
  }

  @Test("another key is a press, and so is the first one after it")
  func others() {
    let (up, down) = (KeyPress(.up), KeyPress(.down))
    #expect(held([(up, 0), (down, 10), (up, 20), (up, 30)]) == [false, false, false, true])
  }

  @Test("a terminal that reports releases tells a fast second press from a held key")
  func events() {
    let up = KeyPress(.up)
    #expect(
      held([
        (up, 0), (KeyPress(.up, .repeat), 500), (KeyPress(.up, .release), 520), (up, 540),
        (KeyPress(.down, .release), 550), (up, 560),
      ]) == [false, true, true, false, true, true])
    // Shift was let go before.
    let question = KeyPress(.character("?"))
    #expect(
      held([(question, 0), (KeyPress(.character("/"), .release), 20), (question, 40)])
        == [false, true, false])
  }
}
