import Foundation
import TestSupport
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
      #expect(lines == [.text("one"), .text("two"), .text("three")])
      #expect(splitter.finish() == .text("four"))
      #expect(splitter.finish() == nil)
    }
  }

  @Test("a line without end does not take memory without end")
  func endlessLine() {
    var splitter = LineSplitter()
    #expect(splitter.split(repeatElement(0x61, count: 1_000_000)) == [.overlong])
    #expect(splitter.finish() == nil)
    #expect(splitter.split(Array("next\n".utf8)) == [.text("next")])
  }

  @Test("a line that is too long is reported once, and the next one is whole")
  func longLine() {
    var splitter = LineSplitter()
    let limit = LineSplitter.longestLine
    let long = String(repeating: "a", count: limit)
    #expect(
      splitter.split(Array("\(long)\n\(long)bc\r\nh\n".utf8)) == [
        .text(long), .overlong, .text("h"),
      ])
  }

  @Test("a flood waits in the pipe until the main thread has time for it")
  @MainActor
  func backPressure() async throws {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    let writing = ends[1]
    defer { close(writing) }
    _ = fcntl(writing, F_SETFL, O_NONBLOCK)
    let received = Inbox<Int>("bytes")
    StandardInput(descriptor: ends[0]).start {
      if case .bytes(let bytes) = $0 { received.put(bytes.count) }
    }
    // The main thread is busy: it is this test, which does not wait for anything meanwhile.
    let chunk = [UInt8](repeating: 0x0A, count: 4096)
    var (written, limit) = (0, 16 << 20)
    while written < limit {
      var waiting = pollfd(fd: writing, events: Int16(POLLOUT), revents: 0)
      guard poll(&waiting, 1, 300) > 0 else { break }
      written += max(write(writing, chunk, chunk.count), 0)
    }
    #expect(written <= 1 << 20, "the pipe never filled")
    // Now it has time.
    limit = written
    var read = 0
    while read < limit, let count = await received.next() { read += count }
    #expect(read == written)
  }

  @Test("bytes that are no UTF-8 do no harm")
  func brokenText() {
    var splitter = LineSplitter()
    #expect(splitter.split([0xFF, 0xC3, 0x0A]) == [.text("\u{FFFD}\u{FFFD}")])
  }

  @Test("cursor keys are known in both modes, wherever the bytes are cut")
  func cursorKeys() {
    let bytes = Array("\u{1B}[A\u{1B}OB\u{1B}[C\u{1B}OD".utf8)
    for cut in bytes.indices {
      var decoder = KeyDecoder()
      #expect(
        decoder.decode(bytes[..<cut]) + decoder.decode(bytes[cut...])
          == [.up, .down, .right, .left])
      #expect(decoder.flush().isEmpty)
    }
  }

  @Test("characters, Enter and sequences that mean nothing")
  func otherKeys() {
    var decoder = KeyDecoder()
    #expect(
      decoder.decode(Array("hé\r\n\u{1B}[1;5A\u{1B}[2~\t\u{C}".utf8))
        == [
          .character("h"), .character("é"), .enter, .enter, .up, .other, .tab, .control("l"),
        ])
  }

  @Test("a lone Escape is one after a moment")
  func escape() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([0x1B]).isEmpty)
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
