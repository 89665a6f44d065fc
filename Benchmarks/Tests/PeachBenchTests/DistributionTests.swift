import Testing

@testable import peach_bench

@Suite("Distributions of the benchmark")
struct DistributionTests {
  @Test("percentiles, mean and extremes are those of what was recorded")
  func statistics() {
    var distribution = Distribution()
    for value in 1...1000 { distribution.record(UInt64(value)) }
    #expect(distribution.count == 1000)
    #expect(distribution.min == 1)
    #expect(distribution.max == 1000)
    #expect(distribution.median == 500)
    #expect(distribution.value(atPercentile: 99.9) == 999)
    #expect(abs(distribution.mean - 500.5) < 0.001)
  }

  @Test("the greatest number there is can be recorded, and nothing at all be asked for")
  func extremes() {
    var distribution = Distribution()
    #expect(distribution.median == 0)
    distribution.record(.max)
    #expect(distribution.count == 1)
    #expect(distribution.max >= 100_000_000_000)
  }
}
