import Music
import Testing

@testable import Training

@Suite("Matching errors by size")
struct MatchingErrorsTests {
  @Test(
    "an error is in the bin that begins at or below it",
    arguments: [
      (-100.0, 0), (-99.6, 0), (-99.5, 1), (-0.001, 199), (0, 200), (0.49, 200), (0.5, 201),
      (99.999, 399),
    ])
  func bin(error: Double, expected: Int) {
    var errors = MatchingErrors()
    errors.add(Cents(error))
    #expect(errors.bins.firstIndex(of: 1) == expected)
    #expect(errors.count == 1)
  }

  @Test("what lies beyond the bins is counted by its side")
  func far() {
    var errors = MatchingErrors()
    for error in [-1200.0, -100.1, 100, 400, 1200] { errors.add(Cents(error)) }
    #expect(errors.farFlat == 2)
    #expect(errors.farSharp == 3)
    #expect(errors.count == 5)
    #expect(errors.bins.allSatisfy { $0 == 0 })
  }
}
