import Music

/// The notes that a tuner measures by: those of a tuning that is built on a root.
///
///     let (note, cents) = scale.nearest(to: 441.8)   // A4, +7.0
///
/// The root itself is on the equal-tempered grid of the reference pitch. In equal temperament it does not matter
/// which note it is. A scale of the user's own has only the notes that it has degrees for.
nonisolated struct TunerScale: Hashable, Sendable {
  let tuning: TuningSystem
  let referencePitch: Frequency
  let root: MIDINote

  private struct Place: Hashable {
    let note: MIDINote

    /// Above the root.
    let cents: Double
  }

  /// All notes of the scale, upwards; the root is one of them.
  private let places: [Place]

  /// Further than this from every note, in cents, a pitch belongs to none.
  private static let reach = 600.0

  init(tuning: TuningSystem, referencePitch: Frequency, root: MIDINote) {
    (self.tuning, self.referencePitch, self.root) = (tuning, referencePitch, root)
    places = MIDINote.range.compactMap { number in
      tuning.place(ofSemitones: number - root.rawValue)
        .map { Place(note: MIDINote(number), cents: $0.rawValue) }
    }
  }

  /// The note that is nearest to a frequency, and how far above it that is, in cents; `nil` beyond the notes of
  /// MIDI.
  func nearest(to hertz: Double) -> (note: MIDINote, cents: Double)? {
    guard hertz.isFinite, hertz > 0 else { return nil }
    let distance = Cents(from: base, to: Frequency(hertz: hertz)).rawValue
    let nearest = places.min { abs(distance - $0.cents) < abs(distance - $1.cents) }
    guard let nearest, abs(distance - nearest.cents) <= Self.reach else { return nil }
    return (nearest.note, distance - nearest.cents)
  }

  /// The note of the scale that is so many semitones away; if it has none there, the next one in that direction,
  /// or else the nearest one.
  ///
  /// - Parameter range: of the numbers of notes.
  func note(_ steps: Int, from note: MIDINote, in range: ClosedRange<Int>) -> MIDINote {
    let goal = min(max(note.rawValue + steps, range.lowerBound), range.upperBound)
    let notes = places.map(\.note).filter { range.contains($0.rawValue) }
    let onwards = notes.filter { steps < 0 ? $0.rawValue <= goal : $0.rawValue >= goal }
    func distance(_ note: MIDINote) -> Int { abs(note.rawValue - goal) }
    return onwards.min { distance($0) < distance($1) }
      ?? notes.min { distance($0) < distance($1) } ?? root
  }

  /// The frequency of a note; of one that the scale does not have, that of the nearest one that it has.
  func frequency(of note: MIDINote) -> Frequency {
    let nearest = places.min {
      abs($0.note.rawValue - note.rawValue) < abs($1.note.rawValue - note.rawValue)
    }
    return base.shifted(by: Cents(nearest?.cents ?? 0))
  }

  /// The frequency of the root.
  private var base: Frequency { tuning.frequency(for: root, referencePitch: referencePitch) }
}
