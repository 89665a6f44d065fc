/// The notes from which a training draws its reference notes.
public struct NoteRange: Hashable, Sendable {
  /// The notes that a range may hold: the piano's keyboard.
  public static let limits: ClosedRange<Int> = 21...108

  /// The least distance between both ends, in semitones: room for the largest interval.
  public static let minimumSpan = Interval.octave.semitones

  public let lowest: MIDINote
  public let highest: MIDINote

  /// `nil` where the ends lie outside 21…108 or less than 12 semitones apart.
  public init?(lowest: Int, highest: Int) {
    guard Self.limits.contains(lowest), Self.limits.contains(highest),
      highest - lowest >= Self.minimumSpan
    else { return nil }
    self.lowest = MIDINote(lowest)
    self.highest = MIDINote(highest)
  }

  /// The lowest note that is asked for as a target. At the lowest reference pitch (380 Hz), 100 cents
  /// flat and in a tuning that makes the interval almost a semitone (``ScaleStep/reach``) too large, it
  /// still lies above 20 Hz, below which there is no pitch to be heard.
  public static let lowestTarget = MIDINote(21)

  /// The reference notes whose transposition is a note (0…127) that can be heard (``lowestTarget``).
  ///
  /// Never empty: a range holds an octave, and no interval is larger.
  public func references(for interval: DirectedInterval) -> ClosedRange<Int> {
    let low = max(lowest.rawValue, Self.lowestTarget.rawValue - interval.semitones)
    let high = min(highest.rawValue, MIDINote.range.upperBound - interval.semitones)
    return low...high
  }
}
