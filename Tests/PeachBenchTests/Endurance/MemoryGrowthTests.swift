import Testing

@testable import peach_bench

@Suite("How memory grows from trial to trial")
@MainActor
struct MemoryGrowthTests {
  /// Two results a second.
  private func growth(_ kibibytes: (Int) -> Int) -> MemoryGrowth? {
    MemoryGrowth(
      (0..<400).map {
        MemoryTrend.Sample(seconds: Double($0), kibibytes: kibibytes($0), results: 2 * $0)
      }, after: 150)
  }

  @Test("what grows while it warms up does not count")
  func warmUp() throws {
    let growth = try #require(growth { 50_000 + min($0, 75) * 40 })
    #expect(growth.bytesPerResult == 0)
    #expect(growth.start == 53_000 && growth.end == 53_000)
  }

  @Test("what fills in the first half does not count")
  func saturation() throws {
    let growth = try #require(growth { 50_000 + min($0, 230) * 40 })
    #expect(growth.bytesPerResult == 0)
  }

  @Test("a leak of half a kibibyte a result is found")
  func leak() throws {
    let growth = try #require(growth { 50_000 + $0 })
    #expect(abs(growth.bytesPerResult - 512) < 1)
  }

  @Test("a single sample that is off changes nothing")
  func outlier() throws {
    let growth = try #require(growth { $0 == 399 ? 90_000 : 50_000 })
    #expect(growth.bytesPerResult == 0)
  }

  @Test("too few samples, or no further results, are nothing")
  func nothing() {
    #expect(MemoryGrowth([], after: 0) == nil)
    let still = (0..<100).map {
      MemoryTrend.Sample(seconds: Double($0), kibibytes: 1, results: 200)
    }
    #expect(MemoryGrowth(still, after: 150) == nil)
  }

  @Test("a prompt script answers each trial once and at once")
  func script() {
    var typist = Typist(seed: 1, isPrompt: true)
    func lines(_ state: String) -> [Keystroke] {
      var event = PeachEvent(event: "state")
      event.state = state
      return typist.keystrokes(after: event)
    }
    let (early, late) = (lines("playingNote1") + lines("playingFirst"), lines("awaitingAnswer"))
    #expect(early.isEmpty && late.isEmpty)
    let answers = lines("playingNote2")
    #expect(answers.map(\.kind) == [.answer] && answers.map(\.delay) == [0])
    let commits = lines("playingTunable")
    #expect(commits == [Keystroke(kind: .answer, line: "commit")])
    let choices = lines("playingSecond")
    #expect(choices.map(\.kind) == [.answer] && choices.map(\.delay) == [0])
  }
}
