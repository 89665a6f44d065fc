import Foundation
import Music
import Training

/// What is believed of listeners who match 200 pitches and sometimes slip.
struct MatchingOutcome {
  private(set) var biasError: Double?
  private(set) var plainError: Double?
  private(set) var coverage: Double?

  /// The mean of the spreads, in cents.
  private(set) var spread: Double?

  private static let (bias, pull, deviation) = (3.0, 5.0, 5.0)

  /// - Parameter slips: the share of matchings that end anywhere.
  init(listeners: Int, slips: Double, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var fits: [MatchingFit] = []
    var means: [Double] = []
    for _ in 0..<listeners {
      var hearing = HearingModel()
      for number in 0..<200 {
        let start = Double.random(in: -100...100, using: &random)
        let isSlip = Double.random(in: 0..<1, using: &random) < slips
        let error =
          isSlip
          ? Double.random(in: -100...100, using: &random)
          : Self.bias + Self.pull * start / 100 + Self.deviation * Self.normal(&random)
        hearing.add(
          MatchingAnswer(
            note: MIDINote(60), interval: .prime, centError: Cents(error),
            initialCentOffset: Cents(start),
            date: Date(timeIntervalSinceReferenceDate: Double(number) * 10), presentation: .melodic)
        )
      }
      if let fit = hearing.matchings.unison.melodic.fit { fits.append(fit) }
      if let mean = hearing.profile.matching.unison.bias { means.append(mean.rawValue) }
    }
    guard fits.count == listeners, !fits.isEmpty else { return }
    biasError = Self.rootMeanSquare(fits.map { $0.bias.value.rawValue - Self.bias })
    plainError = Self.rootMeanSquare(means.map { $0 - Self.bias })
    coverage =
      Double(
        fits.count { ($0.bias.low.rawValue...$0.bias.high.rawValue).contains(Self.bias) })
      / Double(fits.count)
    spread = fits.reduce(0) { $0 + $1.spread.value.rawValue } / Double(fits.count)
  }

  /// Box and Muller's method.
  private static func normal(_ random: inout SeededGenerator) -> Double {
    let radius = (-2 * log(1 - Double.random(in: 0..<1, using: &random))).squareRoot()
    return radius * cos(2 * .pi * Double.random(in: 0..<1, using: &random))
  }

  private static func rootMeanSquare(_ values: [Double]) -> Double {
    (values.reduce(0) { $0 + $1 * $1 } / Double(max(values.count, 1))).squareRoot()
  }
}
