import Testing

@testable import peach_bench

@Suite("How memory grows in an endurance run")
struct MemoryTrendTests {
  /// A sample a second, ten results each.
  private func trend(_ kibibytes: (Int) -> Int, results: Int = 10) throws -> MemoryTrend {
    try #require(
      MemoryTrend(
        (0..<400).map {
          MemoryTrend.Sample(
            seconds: Double($0), kibibytes: kibibytes($0), results: results * $0)
        }))
  }

  @Test("what grows while it warms up does not count")
  func warmUp() throws {
    let trend = try trend({ 1000 + min($0, 90) * 50 }, results: 0)
    #expect(trend.start == 5500 && trend.end == 5500)
    #expect(trend.excess == 0)
    #expect(trend.slope == 0)
  }

  @Test("a leak shows in the growth and in the slope")
  func leak() throws {
    let trend = try trend({ 1000 + 2 * $0 }, results: 0)
    #expect(abs(trend.excess - 540) < 10)
    #expect(abs(trend.slope - 120) < 0.001)
  }

  @Test("eight bytes a result are allowed")
  func allowance() throws {
    // 12.8 results make 0.1 KiB: a KiB in ten seconds.
    let trend = try #require(
      MemoryTrend(
        (0..<4000).map {
          MemoryTrend.Sample(seconds: Double($0), kibibytes: 5000 + $0 / 10, results: $0 * 64 / 5)
        }))
    #expect(abs(trend.allowed - 300) < 1)
    #expect(abs(trend.slope) < 0.01)
    // The medians lie a twentieth inside at each end.
    #expect(abs(trend.excess + 30) < 1.5)
  }

  @Test("a few samples tell nothing")
  func tooFew() {
    let samples = (0..<12).map {
      MemoryTrend.Sample(seconds: Double($0), kibibytes: 1, results: 0)
    }
    #expect(MemoryTrend(samples) == nil)
    #expect(MemoryTrend([]) == nil)
  }
}
