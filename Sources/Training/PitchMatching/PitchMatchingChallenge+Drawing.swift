import Music

extension PitchMatchingChallenge {
  /// How far from the target a tunable note may start, in cents.
  static let initialCentOffsets: ClosedRange<Double> = -100...100

  /// A challenge at that interval: the reference note uniform in the range, the offset uniform within
  /// ±100 cents, whatever was asked before.
  static func draw(
    interval: DirectedInterval, noteRange: NoteRange, using random: inout RandomSource
  ) -> PitchMatchingChallenge {
    PitchMatchingChallenge(
      referenceNote: noteRange.drawReference(for: interval, using: &random), interval: interval,
      initialCentOffset: Cents(Double.random(in: initialCentOffsets, using: &random)))
  }
}
