import Foundation
import Music

/// Measures how strong the partials of a rendered note are. Any thread.
public enum PartialMeter {
  /// How many frames of a note it needs at 48 kHz: the attack, and half a second.
  public static let frames = 38_400

  /// The part that it measures, in seconds: when the attack is over.
  private static let span = 0.3...0.8

  private static let highestPartial = 16

  /// A sample may be so far out of tune, or its partials stretched, as a ratio.
  private static let reach = 0.03

  /// Where there is nothing, in dB.
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
