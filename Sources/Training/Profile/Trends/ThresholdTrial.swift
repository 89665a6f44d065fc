/// What a test of change needs to know of a comparison.
nonisolated struct ThresholdTrial: Equatable, Sendable {
  /// The reference note.
  let note: UInt8

  /// The |offset| in cents.
  let offset: Double
  let isCorrect: Bool
}
