/// How loud a frequency counts: the K-weighting of ITU-R BS.1770.
///
/// The recommendation gives the coefficients of two filters at 48 kHz; these are the analogue
/// filters behind them, a shelf of 4 dB (1681.97 Hz, Q 0.7072) and a high-pass (38.135 Hz,
/// Q 0.5003), so that the weight needs nothing but sums, products and quotients.
enum KWeighting {
  /// By how much the power of a sine of `hertz` counts; 1 at about 500 Hz.
  static func powerGain(atHertz hertz: Double) -> Double {
    shelf(hertz / 1681.974450955533) * highPass(hertz / 38.13547087602444)
  }

  private static func shelf(_ ratio: Double) -> Double {
    let high = 1.584864701130855
    let band = 1.2587209302325616
    let quality = 0.7071752369554196
    let square = ratio * ratio
    let real = 1 - high * square
    let imaginary = band * ratio / quality
    return (real * real + imaginary * imaginary) / denominator(ratio, quality: quality)
  }

  private static func highPass(_ ratio: Double) -> Double {
    let square = ratio * ratio
    return square * square / denominator(ratio, quality: 0.5003270373238773)
  }

  private static func denominator(_ ratio: Double, quality: Double) -> Double {
    let real = 1 - ratio * ratio
    let imaginary = ratio / quality
    return real * real + imaginary * imaginary
  }
}
