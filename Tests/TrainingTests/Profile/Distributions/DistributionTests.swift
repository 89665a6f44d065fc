import Testing

@testable import Training

@Suite("Distributions")
struct DistributionTests {
  @Test("the exact interval of a share")
  func proportion() {
    let interval = BinomialProportion.interval(successes: 17, of: 20)
    expectClose(interval.lowerBound, 0.656_336_196)
    expectClose(interval.upperBound, 0.957_830_592)
    #expect(BinomialProportion.interval(successes: 0, of: 0) == 0...1)
    #expect(BinomialProportion.interval(successes: 0, of: 5).lowerBound == 0)
    #expect(BinomialProportion.interval(successes: 5, of: 5).upperBound == 1)
    let many = BinomialProportion.interval(successes: 17_000, of: 20_000)
    #expect(abs(many.lowerBound - 0.845_8) < 1e-3 && abs(many.upperBound - 0.854_2) < 1e-3)
  }

  @Test(
    "Student's quantiles, as tabulated",
    arguments: [(1, 6.313_75), (2, 2.919_99), (3, 2.353_36), (18, 1.734_06), (99, 1.660_39)])
  func student(degrees: Int, quantile: Double) {
    let distribution = StudentDistribution(degrees: degrees)
    #expect(abs(distribution.quantile(0.95) - quantile) < 1e-5)
    #expect(abs(distribution.twoSided(quantile) - 0.1) < 1e-5)
  }

  @Test("a mixture of one is that one")
  func mixture() {
    let mixture = NormalMixture([1], [(2, 9)])
    expectClose(mixture.quantile(0.95), 2 + 3 * StandardNormal.upperTwentieth)
    expectClose(mixture.mean, 2)
  }

  @Test("the weights of a listener whom nothing surprises stay finite")
  func weights() {
    var weights = LapseWeights()
    for _ in 0..<20_000 { weights.add([1e-6, 1e-6, 1e-6, 1e-6, 1e-6]) }
    let areFinite = weights.ofRates.allSatisfy { $0.isFinite }
    #expect(areFinite)
    #expect(abs(weights.all.reduce(0, +) - 1) < 1e-12)
    #expect(weights.guessing > 0.999)
  }
}
