import Foundation
import Music

/// Measures the levels of the partials of a rendered note. Any thread.
public enum PartialMeter {
  /// The frames of a note that it needs at 48 kHz: the attack, and half a second.
  public static let frames = 38_400

  /// The part that it measures, in seconds, after the attack.
  private static let span = 0.3...0.8

  private static let highestPartial = 16

  /// The largest deviation of a partial from its place, as a ratio: samples may be out of tune, and
  /// partials stretched.
  private static let reach = 0.03

  /// The level of a partial that is missing, in dB.
  private static let nothing = -200.0

  /// The levels of the partials 1…16 in dB, of all channels together.
  public static func levels(of tone: RenderedTone) -> [Double] {
    let count = tone.channels[0].count
    let first = min(Int(span.lowerBound * tone.sampleRate), count)
    let last = min(Int(span.upperBound * tone.sampleRate), count)
    guard last > first else { return [] }
    let pieces = tone.channels.map { $0[first..<last] }
    // Many recordings have the same in both channels.
    let distinct = pieces.dropFirst().allSatisfy { $0 == pieces[0] } ? [pieces[0]] : pieces
    let spectra = distinct.map { piece in
      ToneSpectrum(piece.map(Double.init)[...], sampleRate: tone.sampleRate)
    }
    return (1...highestPartial).map { number in
      let hertz = Double(number) * tone.nominal.hertz
      let power = spectra.reduce(0) { sum, spectrum in
        let reach = min(max(reach * hertz, spectrum.resolution), 0.45 * tone.nominal.hertz)
        let amplitude = spectrum.peak(nearHertz: hertz, reach: reach)?.amplitude ?? 0
        return sum + amplitude * amplitude
      }
      return power > 0 ? 10 * log10(power) : nothing
    }
  }
}
