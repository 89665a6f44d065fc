import Foundation
import Music

/// The notes that a tuner measures by: the steps of a tuning above a root, in every octave.
///
///     let (note, cents) = scale.nearest(to: 441.8)   // A4, +7.0
///
/// The root itself is on the equal-tempered grid of the reference pitch. In equal temperament it does not matter
/// which note it is.
nonisolated struct TunerScale: Hashable, Sendable {
  let tuning: TuningSystem
  let referencePitch: Frequency
  var root: MIDINote

  /// The note that is nearest to a frequency, and how far above it that is, in cents; `nil` beyond the notes of
  /// MIDI.
  func nearest(to hertz: Double) -> (note: MIDINote, cents: Double)? {
    guard hertz.isFinite, hertz > 0 else { return nil }
    let base = tuning.frequency(for: root, referencePitch: referencePitch)
    let distance = Cents(from: base, to: Frequency(hertz: hertz)).rawValue
    let octave = size(of: .octave)
    let middle = Int((distance / octave).rounded(.down))
    var best: (number: Int, cents: Double)?
    for octaves in middle - 1...middle + 1 {
      for interval in Interval.allCases where interval != .octave {
        let cents = distance - Double(octaves) * octave - size(of: interval)
        if let best, abs(best.cents) <= abs(cents) { continue }
        best = (root.rawValue + 12 * octaves + interval.semitones, cents)
      }
    }
    guard let best, let note = MIDINote(exactly: best.number) else { return nil }
    return (note, best.cents)
  }

  /// The frequency of a note of the scale.
  func frequency(of note: MIDINote) -> Frequency {
    let steps = note.rawValue - root.rawValue
    let octaves = Int((Double(steps) / 12).rounded(.down))
    let interval = Interval(rawValue: steps - 12 * octaves) ?? .prime
    return tuning.frequency(for: root, referencePitch: referencePitch)
      .shifted(by: Cents(Double(octaves) * size(of: .octave) + size(of: interval)))
  }

  private func size(of interval: Interval) -> Double {
    tuning.cents(for: DirectedInterval(interval)).rawValue
  }
}
