/// Makes all notes of all instruments equally loud.
///
/// Loudness is the K-weighted mean power of a note's first second (ITU-R BS.1770), including its
/// decay: a plucked note begins louder than a blown one. The steady tones of ``Timbre`` have the
/// power that a sine of about 500 Hz has here.
enum Loudness {
  /// The power that all notes have, with full scale as 1.
  private static let power = 0.25

  /// The factor for the amplitudes of a note's partials.
  ///
  /// - Parameters:
  ///   - levels: the root mean square of each partial's amplitude in the first second, fundamental
  ///     first.
  ///   - fundamental: in hertz.
  static func scale(of levels: [Double], fundamental: Double) -> Double {
    scale(
      of: levels.enumerated().map { index, level in
        (hertz: Double(index + 1) * fundamental, level: level)
      })
  }

  /// The factor for the amplitudes of a note's partials.
  ///
  /// - Parameter partials: each one's frequency, and the root mean square of its amplitude in the
  ///   first second.
  static func scale(of partials: [(hertz: Double, level: Double)]) -> Double {
    let sum = partials.reduce(0.0) { sum, partial in
      sum + partial.level * partial.level / 2 * KWeighting.powerGain(atHertz: partial.hertz)
    }
    return (power / sum).squareRoot()
  }
}

/// How much a frequency contributes to loudness: the K-weighting of ITU-R BS.1770.
///
/// The recommendation gives the coefficients of two filters at 48 kHz; these are the analogue
/// filters behind them, a shelf of 4 dB (1681.97 Hz, Q 0.7072) and a high-pass (38.135 Hz, Q
/// 0.5003), so that the weight needs only sums, products and quotients.
enum KWeighting {
  /// The factor for the power of a sine of `hertz`; 1 at about 500 Hz.
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
