import Foundation

extension RandomSource {
  /// A number from the standard normal distribution (Box and Muller, "A Note on the Generation of
  /// Random Normal Deviates", 1958).
  nonisolated mutating func nextNormal() -> Double {
    let radius = (-2 * log(1 - Double.random(in: 0..<1, using: &self))).squareRoot()
    return radius * cos(2 * .pi * Double.random(in: 0..<1, using: &self))
  }
}
