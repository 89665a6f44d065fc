import Testing

@testable import Console

@Suite("The queue of notices")
@MainActor
struct NoticeQueueTests {
  private let start = ContinuousClock.now

  private func time(_ seconds: Double) -> ContinuousClock.Instant { start + .seconds(seconds) }

  /// What is shown at these seconds.
  private func texts(_ queue: inout NoticeQueue, _ seconds: [Double]) -> [String] {
    seconds.map { queue.text(at: time($0)).plain }
  }

  @Test("one alone stays 6 s; one that others wait for 2 s")
  func times() {
    var queue = NoticeQueue()
    #expect(queue.nextChange == nil)
    queue.add("first", code: "a", at: time(0))
    #expect(queue.nextChange == time(6))
    #expect(texts(&queue, [0, 5.9, 6]) == ["first", "first", ""])
    queue.add("second", code: "b", at: time(10))
    queue.add("third", code: "c", at: time(11))
    queue.add("fourth", code: "d", at: time(11))
    #expect(queue.nextChange == time(12))
    #expect(
      texts(&queue, [11.9, 12, 13.9, 14, 19.9, 20]) == [
        "second", "third", "third", "fourth", "fourth", "",
      ])
    queue.add("fifth", code: "e", at: time(30))
    queue.add("sixth", code: "f", at: time(35))
    #expect(texts(&queue, [35, 41]) == ["sixth", ""])
  }

  @Test("the same code replaces what is shown or waits, and is counted")
  func same() {
    var queue = NoticeQueue()
    queue.add("broke off", code: "xrun", at: time(0))
    queue.add("other", code: "b", at: time(0.5))
    queue.add("broke off again", code: "xrun", at: time(1))
    queue.add("another", code: "b", at: time(1))
    queue.add("another", code: "b", at: time(1))
    #expect(
      texts(&queue, [1, 1.9, 2]) == [
        "broke off again (×2)", "broke off again (×2)", "another (×3)",
      ])
    var ascii = NoticeQueue(glyphs: .ascii)
    ascii.add("a", code: "a", at: time(0))
    ascii.add("a", code: "a", at: time(4))
    #expect(texts(&ascii, [4, 9.9, 10]) == ["a (x2)", "a (x2)", ""])
  }

  @Test("one that comes all the time does not keep the others from their turn")
  func flood() {
    var queue = NoticeQueue()
    queue.add("a", code: "a", at: time(0))
    queue.add("b", code: "b", at: time(0))
    for tenth in 1..<20 { queue.add("a", code: "a", at: time(Double(tenth) / 10)) }
    #expect(texts(&queue, [1.99, 2]) == ["a (×20)", "b"])
    for number in 0..<1000 { queue.add("x", code: "\(number)", at: time(2.5)) }
    #expect(queue.text(at: time(2.5)).plain == "b")
    #expect(queue.text(at: time(2.5 + 2 * 12 + 6)).plain == "x")
    var shown = 0
    var moment = 40.0
    while !queue.text(at: time(moment)).isEmpty {
      shown += 1
      moment += 2
    }
    #expect(shown <= 14)
  }

  @Test("the level goes first, for 1.5 s; what it covers goes on for the rest of its time")
  func level() {
    var queue = NoticeQueue()
    queue.add("first", code: "a", at: time(0))
    queue.showLevel("-12 dB", at: time(1))
    #expect(queue.nextChange == time(2.5))
    queue.showLevel("-11 dB", at: time(2))
    queue.add("second", code: "b", at: time(2))
    #expect(
      texts(&queue, [2, 3.4, 3.5, 4.4, 4.5, 10.4, 10.5])
        == ["-11 dB", "-11 dB", "first", "first", "second", "second", ""])
    queue.showLevel("-10 dB", at: time(20))
    #expect(texts(&queue, [20, 21.5]) == ["-10 dB", ""])
    queue.add("third", code: "c", at: time(30))
    queue.clear()
    #expect(queue.text(at: time(30)).isEmpty)
  }
}
