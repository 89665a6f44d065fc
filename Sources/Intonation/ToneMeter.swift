import Foundation
import Music

/// Measures the pitch and the loudness of a rendered note. Any thread.
///
/// The pitch is the frequency of the note's fundamental, its first partial. No single moment of a
/// note from strings has it: two or three strings are some cents apart and take turns, and they
/// sound different at different places. So it is the mean over a second, weighted by power, of each
/// channel; and a note whose channels have two pitches has no correct pitch.
///
/// - *Which part:* one second, a note in training, from the end of the attack (0.3 s, or later if
///   it rises slowly) or until the note has died away. A note that is held may change its pitch
///   afterwards, as when its loop begins: see ``HeldPitch``.
/// - *Which partials:* a comb within 150 cents of the key finds the series, whether or not its
///   fundamental is there; the lowest 16 partials that stand 20 dB above the level between them
///   count. Each is cut out of the transform, and its phase is tracked.
/// - *How they combine:* see ``StretchedSeries``: weighted by (number × amplitude)², and for stiff
///   strings each corrected by Fletcher's law.
/// - *Vibrato:* if the pitch moves by more than 1.5 cents, the result is its mean in cents over
///   whole periods, to which listeners match vibrato tones (d'Alessandro and Castellengo, J.
///   Acoust. Soc. Am. 95, 1994); if it is played, see ``VibratoConsensus``.
/// - *Octaves:* see ``OctaveSearch``; they are reported separately, and the rest is measured from
///   the octave that sounds.
/// - *Two channels:* each by itself, as an ear hears it, then the middle between them, which keeps
///   the larger error small; a sum would cancel sound that no ear cancels. A channel 20 dB below
///   the other does not count. The channels of the piano of FluidR3 are up to 3 cents apart.
public struct ToneMeter: Sendable {
  /// The highest sample of an inaudible sound, −100 dB of full scale.
  private static let silence = 1e-5

  public init() {}

  public func measure(_ tone: RenderedTone) -> ToneMeasurement {
    let channels = distinct(tone.channels)
    let sum = power(channels)
    let span = SoundingSpan(sum, sampleRate: tone.sampleRate)
    guard span.peak > Self.silence else { return ToneMeasurement(.silent) }
    var measurement = pitch(channels, tone: tone, span: span)
    measureLoudness(tone, into: &measurement)
    return measurement
  }

  /// Measures the loudness alone, which is much faster.
  public func measureLoudness(_ tone: RenderedTone) -> ToneMeasurement {
    var measurement = ToneMeasurement(.unpitched)
    measureLoudness(tone, into: &measurement)
    guard let peak = measurement.peak, peak > 20 * log10(Self.silence) else {
      return ToneMeasurement(.silent)
    }
    return measurement
  }

  private func measureLoudness(_ tone: RenderedTone, into measurement: inout ToneMeasurement) {
    let peak = tone.channels.lazy.joined().reduce(0) { max($0, abs($1)) }
    guard peak > 0 else { return }
    measurement.peak = 20 * log10(Double(peak))
    measurement.level = level(tone)
  }

  private func pitch(
    _ channels: [[Double]], tone: RenderedTone, span: SoundingSpan
  ) -> ToneMeasurement {
    let meters = channels.map { samples in
      ChannelMeter(
        samples: samples, sampleRate: tone.sampleRate, nominal: tone.nominal.hertz, span: span)
    }
    guard meters.allSatisfy(\.isLongEnough) else { return ToneMeasurement(.tooShort) }
    let channels = meters.compactMap { meter in
      meter.partials().map { Moment.Channel(meter: meter, partials: $0) }
    }
    guard let opening = Moment(channels, in: span.span) else { return ToneMeasurement(.unpitched) }
    let held = HeldPitch(channels, opening: opening, until: span.heldUntil)
    let (first, vibrato) = (held.first, held.widestVibrato)

    var measurement = ToneMeasurement(
      opening.octaves != 0
        ? .octaveError : vibrato != nil ? .vibrato : first.isMoving ? .wavering : .steady)
    measurement.deviation = first.deviation
    measurement.change = held.change
    measurement.wander = held.wander
    measurement.channelDifference = first.apart
    measurement.uncertainty = held.uncertainty
    measurement.scatter = first.scatter
    measurement.octaves = opening.octaves
    measurement.vibratoExtent = (vibrato ?? first.vibrato)?.extent ?? 0
    measurement.vibratoRate = (vibrato ?? first.vibrato)?.rate ?? 0
    measurement.wobble = held.wobble
    measurement.drift = first.drift
    measurement.inharmonicity = first.inharmonicity
    return measurement
  }

  /// The channels, without inaudible ones, and of channels that differ only in level the loudest.
  private func distinct(_ channels: [[Float]]) -> [[Double]] {
    let all = channels.map { $0.map(Double.init) }
    let powers = all.map { $0.reduce(0) { $0 + $1 * $1 } }
    guard let loudest = powers.indices.max(by: { powers[$0] < powers[$1] }), powers[loudest] > 0
    else { return [all[0]] }
    // A channel 60 dB below another is inaudible.
    let audible = all.indices.filter { powers[$0] > 1e-6 * powers[loudest] }
    let different = audible.filter { index in
      guard index != loudest else { return true }
      let product = zip(all[index], all[loudest]).reduce(0) { $0 + $1.0 * $1.1 }
      return product * product < (1 - 1e-9) * powers[index] * powers[loudest]
    }
    return different.map { all[$0] }
  }

  /// The power of all channels as one signal, for the envelope.
  private func power(_ channels: [[Double]]) -> [Double] {
    guard channels.count > 1 else { return channels[0] }
    return channels[0].indices.map { index in
      channels.reduce(0) { $0 + $1[index] * $1[index] }.squareRoot()
    }
  }

  /// The K-weighted level of the first second, in dB.
  private func level(_ tone: RenderedTone) -> Double? {
    let count = min(Int(tone.sampleRate), tone.channels[0].count) & ~1
    guard count > 0 else { return nil }
    var sum = 0.0
    for channel in tone.channels {
      let bins = FourierTransform.forward(channel.prefix(count).map(Double.init))
      for (index, bin) in bins.enumerated().dropFirst() {
        let hertz = Double(index) * tone.sampleRate / Double(count)
        sum += bin.power * Self.weights.power(atHertz: hertz)
      }
    }
    // Both halves of the spectrum count, and a full-scale sine is 0 dB.
    let square = 2 * sum / Double(count * count)
    return square > 0 ? 10 * log10(2 * square) : nil
  }

  private static let weights = KWeightingTable()
}

/// The contribution of a frequency to loudness: the K-weighting of ITU-R BS.1770-4, a shelf for the
/// head and a high-pass, each by its coefficients for 48 kHz.
enum KWeighting {
  private static let shelf = (
    numerator: [1.53512485958697, -2.69169618940638, 1.19839281085285],
    denominator: [1, -1.69065929318241, 0.73248077421585]
  )
  private static let highPass = (
    numerator: [1.0, -2, 1], denominator: [1, -1.99004745483398, 0.99007225036621]
  )

  /// The factor on the power of a frequency, in hertz; frequencies above the filters' own band
  /// count like its upper end.
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

/// ``KWeighting`` for each whole hertz, computed once.
private struct KWeightingTable: Sendable {
  private let powers = (0...24_000).map { KWeighting.power(atHertz: Double($0)) }

  func power(atHertz hertz: Double) -> Double { powers[min(Int(hertz.rounded()), 24_000)] }
}
