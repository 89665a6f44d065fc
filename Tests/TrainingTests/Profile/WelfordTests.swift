import Testing

@testable import Training

@Suite("Welford")
struct WelfordTests {
  @Test("mean and sample standard deviation are those of the textbook")
  func values() throws {
    // Sum 40, squared distances 9+1+1+1+0+0+4+16 = 32, 32/7.
    let welford = Welford([2, 4, 4, 4, 5, 5, 7, 9])
    #expect(welford.count == 8)
    #expect(welford.mean == 5)
    let deviation = try #require(welford.standardDeviation)
    #expect(abs(deviation - (32.0 / 7).squareRoot()) < 1e-14)
  }

  @Test("there is no mean of nothing and no deviation of one")
  func few() {
    var welford = Welford()
    #expect(welford.mean == nil)
    #expect(welford.standardDeviation == nil)
    welford.add(3)
    #expect(welford.mean == 3)
    #expect(welford.standardDeviation == nil)
    welford.add(3)
    #expect(welford.standardDeviation == 0)
  }

  @Test("small deviations about a large mean are not lost")
  func precision() throws {
    let welford = Welford([4, 7, 13, 16].map { $0 + 1e9 })
    #expect(welford.mean == 1e9 + 10)
    let deviation = try #require(welford.standardDeviation)
    #expect(abs(deviation - 30.0.squareRoot()) < 1e-6)
  }

  @Test("two streams joined are as one")
  func joined() throws {
    let values = (0..<50).map { Double($0 * $0 % 37) + 1e6 }
    let whole = Welford(values)
    for place in [0, 1, 20, 50] {
      let joined = Welford(values.prefix(place)).joined(with: Welford(values.dropFirst(place)))
      #expect(joined.count == 50)
      #expect(abs(try #require(joined.mean) - #require(whole.mean)) < 1e-6)
      #expect(
        abs(try #require(joined.standardDeviation) - #require(whole.standardDeviation)) < 1e-6)
    }
  }
}
