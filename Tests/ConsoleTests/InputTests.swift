import Testing

@testable import Console

@Suite("Input")
struct InputTests {
  @Test(
    "each command has its word and its letter, in any case and with white space around it",
    arguments: [
      ("higher", Intent.answer(higher: true)), ("h", .answer(higher: true)),
      ("  LOWER\t", .answer(higher: false)), ("l", .answer(higher: false)),
      ("start", .start), ("quit", .quit), ("Q", .quit), ("help", .help), ("?", .help),
    ])
  func commands(line: String, intent: Intent) {
    #expect(LineCommands.parse(line) == .intent(intent))
  }

  @Test("a command of the other training is known, but does not fit")
  func otherTraining() {
    #expect(LineCommands.parse("commit") == .unfitting("commit"))
    #expect(LineCommands.parse("slider -0.5") == .unfitting("slider -0.5"))
    #expect(LineCommands.parse("Nudge 12") == .unfitting("Nudge 12"))
    #expect(LineCommands.parse("nudge far") == .unknown("nudge far"))
    #expect(LineCommands.parse("slider") == .unknown("slider"))
  }

  @Test("an empty line is nothing")
  func emptyLine() {
    #expect(LineCommands.parse("") == .nothing)
    #expect(LineCommands.parse(" \t ") == .nothing)
  }

  @Test("rubbish is quoted back short and without control characters")
  func rubbish() {
    #expect(LineCommands.parse("high er") == .unknown("high er"))
    #expect(LineCommands.parse("a\u{1B}[31m\u{0}b") == .unknown("a?[31m?b"))
    #expect(
      LineCommands.parse(String(repeating: "x", count: 5000))
        == .unknown(String(repeating: "x", count: 40) + "…"))
  }

  @Test("lines end with LF, CR LF or CR, wherever the bytes are cut")
  func lineEnds() {
    let bytes = Array("one\ntwo\r\nthree\rfour".utf8)
    for cut in bytes.indices {
      var splitter = LineSplitter()
      let lines = splitter.split(bytes[..<cut]) + splitter.split(bytes[cut...])
      #expect(lines == ["one", "two", "three"])
      #expect(splitter.finish() == "four")
      #expect(splitter.finish() == nil)
    }
  }

  @Test("a line without end does not take memory without end")
  func endlessLine() {
    var splitter = LineSplitter()
    #expect(splitter.split(repeatElement(0x61, count: 1_000_000)).isEmpty)
    #expect(splitter.finish()?.count == 4096)
  }

  @Test("bytes that are no UTF-8 do no harm")
  func brokenText() {
    var splitter = LineSplitter()
    #expect(splitter.split([0xFF, 0xC3, 0x0A]) == ["\u{FFFD}\u{FFFD}"])
  }

  @Test("cursor keys are known in both modes, wherever the bytes are cut")
  func cursorKeys() {
    let bytes = Array("\u{1B}[A\u{1B}OB\u{1B}[C\u{1B}OD".utf8)
    for cut in bytes.indices {
      var decoder = KeyDecoder()
      #expect(
        decoder.decode(bytes[..<cut]) + decoder.decode(bytes[cut...])
          == [.up, .down, .right, .left])
      #expect(!decoder.isPending)
    }
  }

  @Test("characters, Enter and sequences that mean nothing")
  func otherKeys() {
    var decoder = KeyDecoder()
    #expect(
      decoder.decode(Array("hé\r\n\u{1B}[1;5A\u{1B}[200~\t".utf8))
        == [.character("h"), .character("é"), .enter, .enter, .up, .other, .other])
  }

  @Test("a lone Escape is one after a moment")
  func escape() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([0x1B]).isEmpty)
    #expect(decoder.isPending)
    #expect(decoder.flush() == [.escape])
    #expect(decoder.flush().isEmpty)
  }

  @Test("rubbish never blocks the keys after it")
  func rubbishKeys() {
    var decoder = KeyDecoder()
    _ = decoder.decode(Array("\u{1B}[".utf8) + repeatElement(0x3B, count: 100))
    _ = decoder.decode([0xFF, 0xFE, 0xFD, 0xFC])
    _ = decoder.flush()
    #expect(decoder.decode(Array("q".utf8)) == [.character("q")])
  }

  @Test(
    "keys answer, end and help",
    arguments: [
      (Key.up, Intent.answer(higher: true)), (.character("h"), .answer(higher: true)),
      (.down, .answer(higher: false)), (.character("L"), .answer(higher: false)),
      (.character("q"), .quit), (.character("?"), .help),
    ])
  func keys(key: Key, intent: Intent) {
    #expect(ComparisonKeys.intent(for: key) == intent)
    #expect(ComparisonKeys.intent(for: .enter) == nil)
  }
}
