import Music

/// What a comparison asks: is the second note higher or lower than the true interval?
///
/// It lives in the logical world and knows no tuning and no hertz.
public nonisolated struct Comparison: Hashable, Sendable {
  /// The first note, always exact.
  public let referenceNote: MIDINote

  /// The interval at which the second note lies.
  public let interval: DirectedInterval

  /// How far the second note is from the true interval; positive is higher.
  public let centOffset: Cents

  /// - Precondition: the transposed note lies within 0…127.
  public init(referenceNote: MIDINote, interval: DirectedInterval, centOffset: Cents) {
    precondition(MIDINote.range.contains(referenceNote.rawValue + interval.semitones))
    self.referenceNote = referenceNote
    self.interval = interval
    self.centOffset = centOffset
  }

  public var targetNote: MIDINote { referenceNote.transposed(by: interval) }

  /// Whether "higher" is the right answer.
  public var isTargetHigher: Bool { centOffset.rawValue > 0 }

  public func isCorrect(answeredHigher: Bool) -> Bool { answeredHigher == isTargetHigher }
}
