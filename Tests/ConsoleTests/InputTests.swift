import Testing

@testable import Console

@Suite("Input")
struct InputTests {
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
}
