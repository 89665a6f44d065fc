import Foundation

/// The mean pitch of a note with vibrato, on which most of its partials agree.
///
/// A note that is bowed, blown or sung is harmonic, so each of its partials has the same mean in
/// cents. But a partial that vibrato sweeps over the resonances of an instrument or a room may fade
/// out in each period, and then lose or gain a whole turn of its phase there: its mean is wrong by
/// the rate of the vibrato divided by its frequency, 9 cents for the third partial of G4. Such a
/// partial would move a mean over all partials; it does not move their median.
struct VibratoConsensus {
  /// In cents from the series.
  let center: Double
  /// The standard error, in cents.
  let error: Double

  /// Partials that are further apart than this, in cents, do not agree.
  private static let agreement = 1.0

  /// - Parameter rate: that of the vibrato, in periods a second.
  init?(
    _ tracks: [PartialTrack], series: StretchedSeries, in span: ClosedRange<Double>, rate: Double
  ) {
    let strongest = tracks.map(\.partial.amplitude).max() ?? 0
    let voices: [Voice] = tracks.compactMap { track in
      guard track.partial.amplitude >= PitchCurve.weakest * strongest else { return nil }
      let curve = PitchCurve([track], series: series, in: span)
      guard let center = VibratoFit.center(of: curve, rate: rate) else { return nil }
      return Voice(
        number: Double(track.partial.number), amplitude: track.partial.amplitude, center: center)
    }
    guard voices.count >= 3, let median = Self.median(voices, \.center),
      let distance = Self.median(voices, { abs($0.center - median) })
    else { return nil }
    // Of those that agree, the mean with the weights of a harmonic series.
    let near = voices.filter { abs($0.center - median) <= Self.agreement }
    let total = near.reduce(0) { $0 + $1.weight }
    center = near.reduce(0) { $0 + $1.weight * $1.center } / total
    let sum = voices.reduce(0) { $0 + $1.amplitude }
    let squares = voices.reduce(0) { $0 + $1.amplitude * $1.amplitude }
    // The standard deviation of a normal distribution is 1.48 median distances.
    error = 1.48 * distance * (squares / (sum * sum)).squareRoot()
  }

  private struct Voice {
    let number: Double
    let amplitude: Double
    let center: Double

    var weight: Double { number * number * amplitude * amplitude }
  }

  /// The median, weighted by amplitude.
  private static func median(_ voices: [Voice], _ value: (Voice) -> Double) -> Double? {
    let sorted = voices.sorted { value($0) < value($1) }
    let half = sorted.reduce(0) { $0 + $1.amplitude } / 2
    guard half > 0 else { return nil }
    var sum = 0.0
    return sorted.first { voice in
      sum += voice.amplitude
      return sum >= half
    }.map(value)
  }
}
