import Music

/// What a pitch matching asks: tune the second note until the interval is true.
public nonisolated struct PitchMatchingChallenge: Hashable, Sendable {
  public let referenceNote: MIDINote
  public let interval: DirectedInterval

  /// Where the tunable note starts, from the target; −100…+100 cents.
  public let initialCentOffset: Cents

  /// - Precondition: the transposed note lies within 0…127.
  public init(referenceNote: MIDINote, interval: DirectedInterval, initialCentOffset: Cents) {
    precondition(MIDINote.range.contains(referenceNote.rawValue + interval.semitones))
    self.referenceNote = referenceNote
    self.interval = interval
    self.initialCentOffset = initialCentOffset
  }

  public var targetNote: MIDINote { referenceNote.transposed(by: interval) }
}
