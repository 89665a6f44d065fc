/// The force of a MIDI note: 1…127.
public struct MIDIVelocity: Hashable, Sendable {
  public static let range: ClosedRange<Int> = 1...127

  /// The velocity of every note in training: timbre must not change with the task.
  public static let training = MIDIVelocity(63)

  public let rawValue: Int

  /// - Precondition: `rawValue` is within 1…127.
  public init(_ rawValue: Int) {
    precondition(Self.range.contains(rawValue), "a MIDI velocity is within 1…127")
    self.rawValue = rawValue
  }
}
