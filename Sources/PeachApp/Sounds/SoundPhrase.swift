import Music

/// What lets a sound be heard over a range: the major triad of each octave from the lowest note up, and back
/// to where it began.
struct SoundPhrase {
  /// How long a note sounds.
  static let noteDuration = NoteDuration(seconds: 0.35)

  private static let triad = [
    DirectedInterval.prime, DirectedInterval(.majorThird), DirectedInterval(.perfectFifth),
  ]

  /// The notes, each with what it is tuned to.
  let notes: [(note: MIDINote, frequency: Frequency)]

  init(range: NoteRange, tuning: TuningSystem, referencePitch: Frequency) {
    var up: [(note: MIDINote, frequency: Frequency)] = []
    for root in stride(
      from: range.lowest.rawValue, through: range.highest.rawValue, by: Interval.octave.semitones)
    {
      for interval in Self.triad {
        let note = root + interval.semitones
        guard note <= range.highest.rawValue else { break }
        up.append(
          (
            MIDINote(note),
            tuning.frequency(
              of: interval, offset: 0, above: MIDINote(root), referencePitch: referencePitch)
          ))
      }
    }
    notes = up + up.prefix(1)
  }
}
