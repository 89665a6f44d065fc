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

  /// The keys that a reader would pass on, by what it read and found at which millisecond.
  private enum Moment {
    case read(String)
    /// There was nothing to read.
    case nothing
    /// The main thread has time for what has come.
    case delivered
  }

  private func keys(_ moments: KeyValuePairs<Int, Moment>) -> [Key] {
    let begin = ContinuousClock.now
    var backlog = InputBacklog()
    var decoder = KeyDecoder()
    var keys: [Key] = []
    for (millisecond, moment) in moments {
      let time = begin + .milliseconds(millisecond)
      switch moment {
      case .read(let text): backlog.append(Array(text.utf8), at: time)
      case .nothing: backlog.findNothing(at: time)
      case .delivered:
        while let chunk = backlog.next() {
          switch chunk {
          case .bytes(let bytes): keys += decoder.decode(bytes)
          case .pause: keys += decoder.flush()
          case .end: break
          }
        }
      }
    }
    return keys
  }

  @Test("a read that the terminal refuses is the end only if it fails twice in the foreground")
  func refusedRead() {
    var failures = TerminalFailures()
    let places = [
      true, true, true,
      // The process came to the foreground after the read had failed, and went back meanwhile.
      false, true,
      false, false,
    ]
    let ends = places.map { failures.isEnd(inBackground: $0) }
    #expect(ends == [false, false, false, false, false, false, true])
  }

  @Test("a lone Escape is one also if a signal interrupts the wait for what may follow")
  func interruptedEscape() {
    let begin = ContinuousClock.now
    var backlog = InputBacklog()
    #expect(backlog.timeUntilPause(at: begin) == nil)
    backlog.append([0x1B], at: begin)
    #expect(backlog.next() == .bytes([0x1B]))
    #expect(backlog.timeUntilPause(at: begin) == 30)
    // The signal.
    backlog.findNothing(at: begin + .milliseconds(12))
    #expect(backlog.next() == nil)
    // The wait is not over: the reader must not wait for the next key.
    #expect(backlog.timeUntilPause(at: begin + .milliseconds(12)) == 18)
    // The machine stood still.
    #expect(backlog.timeUntilPause(at: begin + .seconds(5)) == 0)
    backlog.findNothing(at: begin + .seconds(5))
    #expect(backlog.next() == .pause)
    #expect(backlog.next() == nil)
    #expect(backlog.timeUntilPause(at: begin + .seconds(5)) == nil, "one pause, not more")
  }

  @Test("a key that follows an Escape later is not its sequence, however late both are delivered")
  func escapeBeforeKey() {
    #expect(
      keys([0: .read("\u{1B}"), 30: .nothing, 250: .read("q"), 3000: .delivered])
        == [.escape, .character("q")])
    #expect(
      keys([
        0: .read("k"), 5: .delivered, 250: .read("\u{1B}"), 280: .nothing, 310: .read("\u{1B}"),
        340: .nothing, 370: .read("j"), 3000: .delivered,
      ]) == [.character("k"), .escape, .escape, .character("j")])
  }

  @Test("a sequence that comes in pieces is one key as long as nothing was missing for a moment")
  func sequenceInPieces() {
    #expect(
      keys([
        0: .read("\u{1B}"), 10: .nothing, 20: .read("["), 45: .nothing, 49: .read("A"),
        60: .delivered,
      ]) == [.up])
    #expect(keys([0: .read("\u{1B}"), 1: .delivered, 20: .read("[B"), 21: .delivered]) == [.down])
  }

  @Test("the reader says when nothing follows, each time", .timeLimit(.minutes(1)))
  @MainActor
  func pauses() async throws {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    let writing = ends[1]
    defer { close(writing) }
    let received = Inbox<StandardInput.Chunk>("chunks")
    StandardInput(descriptor: ends[0]).start { received.put($0) }
    for _ in 1...3 {
      _ = write(writing, [0x1B], 1)
      #expect(await received.next() == .bytes([0x1B]))
      #expect(await received.next() == .pause)
    }
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
