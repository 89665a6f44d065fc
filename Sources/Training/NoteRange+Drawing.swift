import Music

extension NoteRange {
  /// A reference note of the range whose transposition is a note, too; each is equally likely.
  nonisolated func drawReference(
    for interval: DirectedInterval, using random: inout RandomSource
  ) -> MIDINote {
    MIDINote(Int.random(in: references(for: interval), using: &random))
  }
}
