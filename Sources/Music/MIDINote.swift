/// A note of the MIDI scale: 0…127, 60 = C4 (middle C), 69 = A4.
///
/// A number outside the scale is a programming error; check user input with ``init(exactly:)``
/// first.
public struct MIDINote: Hashable, Comparable, Sendable {
  /// Every MIDI note.
  public static let range: ClosedRange<Int> = 0...127

  /// The MIDI note number, 0…127.
  public let rawValue: Int

  /// - Precondition: `rawValue` is within 0…127.
  public init(_ rawValue: Int) {
    precondition(Self.range.contains(rawValue), "a MIDI note is within 0…127")
    self.rawValue = rawValue
  }

  /// The note with this number, or `nil` if there is none.
  public init?(exactly rawValue: Int) {
    guard Self.range.contains(rawValue) else { return nil }
    self.rawValue = rawValue
  }

  /// The octave in scientific pitch notation: middle C starts octave 4, and note 0 is in octave −1.
  public var octave: Int { rawValue / 12 - 1 }

  /// The name with sharps, such as `C4` or `F#3`.
  public var name: String {
    let names = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]
    return "\(names[rawValue % 12])\(octave)"
  }

  /// The note at this interval from the note.
  ///
  /// - Precondition: the result is within 0…127.
  public func transposed(by interval: DirectedInterval) -> MIDINote {
    MIDINote(rawValue + interval.semitones)
  }

  public static func < (lhs: MIDINote, rhs: MIDINote) -> Bool { lhs.rawValue < rhs.rawValue }
}

/// A note and a distance from it.
public struct DetunedMIDINote: Hashable, Sendable {
  public let note: MIDINote
  public let offset: Cents

  public init(_ note: MIDINote, offset: Cents = 0) {
    self.note = note
    self.offset = offset
  }
}

/// The notes from which a training draws its reference notes.
public struct NoteRange: Hashable, Sendable {
  /// The notes that a range may contain: the piano keyboard.
  public static let limits: ClosedRange<Int> = 21...108

  /// The smallest distance between the ends, in semitones: room for the largest interval.
  public static let minimumSpan = Interval.octave.semitones

  public let lowest: MIDINote
  public let highest: MIDINote

  /// `nil` if an end is outside 21…108 or the ends are less than 12 semitones apart.
  public init?(lowest: Int, highest: Int) {
    guard Self.limits.contains(lowest), Self.limits.contains(highest),
      highest - lowest >= Self.minimumSpan
    else { return nil }
    self.lowest = MIDINote(lowest)
    self.highest = MIDINote(highest)
  }

  /// The lowest target. Even at the lowest reference pitch (380 Hz), 100 cents flat, and in a
  /// tuning that makes the interval almost a semitone (``ScaleStep/reach``) too large, it is above
  /// 20 Hz, the lower limit of pitch.
  public static let lowestTarget = MIDINote(21)

  /// The reference notes from which the interval leads to a MIDI note (0…127) that can be heard
  /// (see ``lowestTarget``).
  ///
  /// Never empty: a range spans at least an octave, and no interval is larger.
  public func references(for interval: DirectedInterval) -> ClosedRange<Int> {
    let low = max(lowest.rawValue, Self.lowestTarget.rawValue - interval.semitones)
    let high = min(highest.rawValue, MIDINote.range.upperBound - interval.semitones)
    return low...high
  }
}

extension Frequency {
  /// The nearest note of the equal-tempered grid, and the distance from it; `nil` if there is no
  /// such note.
  ///
  /// - Parameter referencePitch: of A4.
  public func nearestNote(referencePitch: Frequency) -> (note: MIDINote, offset: Cents)? {
    let cents = Cents(from: referencePitch, to: self).rawValue
    let semitones = (cents / 100).rounded()
    guard let note = MIDINote(exactly: 69 + Int(semitones)) else { return nil }
    return (note, Cents(cents - 100 * semitones))
  }
}
