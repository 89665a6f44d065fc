import Foundation

/// A high-pass against DC and rumble (Butterworth, second order).
struct HighPass: Sendable {
  private static let lowest = 28.0

  private let b: (Double, Double, Double)
  private let a: (Double, Double)
  private var x = (0.0, 0.0)
  private var y = (0.0, 0.0)
  private var isFirst = true

  init(sampleRate: Double) {
    let k = tan(Double.pi * Self.lowest / sampleRate)
    let norm = 1 / (1 + 2.squareRoot() * k + k * k)
    b = (norm, -2 * norm, norm)
    a = (2 * (k * k - 1) * norm, (1 - 2.squareRoot() * k + k * k) * norm)
  }

  /// The samples without what is below hearing.
  static func filtered(
    _ samples: ArraySlice<Double>, sampleRate: Double
  ) -> ArraySlice<Double> {
    var filter = HighPass(sampleRate: sampleRate)
    return samples.map { filter.next($0) }[...]
  }

  mutating func next(_ value: Double) -> Double {
    if isFirst {
      // DC is no step at the start.
      isFirst = false
      x = (value, value)
    }
    let sum = b.0 * value + b.1 * x.0 + b.2 * x.1 - a.0 * y.0 - a.1 * y.1
    // Numbers that are nearly 0 are slow.
    let result = abs(sum) < 1e-30 ? 0 : sum
    x = (value, x.0)
    y = (result, y.0)
    return result
  }
}
