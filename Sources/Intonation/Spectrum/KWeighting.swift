import Foundation

/// How much a frequency counts for the loudness of a sound: the K-weighting of ITU-R BS.1770-4, a shelf
/// for the head and a high-pass, each by its coefficients for 48 kHz.
enum KWeighting {
  private static let shelf = (
    numerator: [1.53512485958697, -2.69169618940638, 1.19839281085285],
    denominator: [1, -1.69065929318241, 0.73248077421585]
  )
  private static let highPass = (
    numerator: [1.0, -2, 1], denominator: [1, -1.99004745483398, 0.99007225036621]
  )

  /// The factor on the power of a frequency, in hertz; what lies above the filters' own band counts as
  /// its upper end does.
  static func power(atHertz hertz: Double) -> Double {
    let turn = 2 * Double.pi * min(hertz / 48_000, 0.5)
    return [shelf, highPass].reduce(1) { product, filter in
      product * power(filter.numerator, turn) / power(filter.denominator, turn)
    }
  }

  private static func power(_ coefficients: [Double], _ turn: Double) -> Double {
    var (real, imaginary) = (0.0, 0.0)
    for (index, coefficient) in coefficients.enumerated() {
      real += coefficient * cos(Double(index) * turn)
      imaginary -= coefficient * sin(Double(index) * turn)
    }
    return real * real + imaginary * imaginary
  }
}
