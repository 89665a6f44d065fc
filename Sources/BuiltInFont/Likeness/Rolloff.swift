/// The end of what an instrument radiates.
struct Rolloff {
  /// Where half the power is left, in hertz.
  let hertz: Double
  /// 6 dB an octave for each.
  let order: Int

  /// The amplitude that is left at a frequency: Butterworth's, 1/√(1 + (f/F)^(2·order)).
  func gain(atHertz frequency: Double) -> Double {
    let ratio = frequency / hertz
    let power = (0..<order).reduce(1.0) { product, _ in product * ratio * ratio }
    return 1 / (1 + power).squareRoot()
  }
}
