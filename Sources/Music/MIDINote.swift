/// A note of the MIDI scale: 0…127, 60 = C4 (middle C), 69 = A4.
///
/// A number outside the scale is a programmer's error; what a user typed is checked with
/// ``init(exactly:)`` before it gets here.
public struct MIDINote: Hashable, Comparable, Sendable {
  /// Every note that there is.
  public static let range: ClosedRange<Int> = 0...127

  /// The MIDI note number, 0…127.
  public let rawValue: Int

  /// - Precondition: `rawValue` is within 0…127.
  public init(_ rawValue: Int) {
    precondition(Self.range.contains(rawValue), "a MIDI note is within 0…127")
    self.rawValue = rawValue
  }

  /// The note of that number, or `nil` where there is none.
  public init?(exactly rawValue: Int) {
    guard Self.range.contains(rawValue) else { return nil }
    self.rawValue = rawValue
  }

  /// The octave in scientific pitch notation: middle C opens octave 4, note 0 is in octave −1.
  public var octave: Int { rawValue / 12 - 1 }

  /// The name with sharps, such as `C4` or `F#3`.
  public var name: String {
    let names = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]
    return "\(names[rawValue % 12])\(octave)"
  }

  /// The note at that interval.
  ///
  /// - Precondition: the result lies within 0…127.
  public func transposed(by interval: DirectedInterval) -> MIDINote {
    MIDINote(rawValue + interval.semitones)
  }

  public static func < (lhs: MIDINote, rhs: MIDINote) -> Bool { lhs.rawValue < rhs.rawValue }
}
