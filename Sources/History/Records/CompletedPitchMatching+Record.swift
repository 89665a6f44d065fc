import Music
import Training

extension CompletedPitchMatching {
  /// What came of the pitch matching, from its record.
  ///
  /// `nil` where this machine does not know the record's tuning system; the statistics need none
  /// and read the record itself.
  public init?(_ record: PitchMatchingRecord) {
    guard let tuningSystem = TuningSystem(identifier: record.tuningSystem) else { return nil }
    self.init(
      id: record.id,
      challenge: PitchMatchingChallenge(
        referenceNote: record.referenceNote, interval: record.interval,
        initialCentOffset: record.initialCentOffset),
      userCentError: record.userCentError, tuningSystem: tuningSystem,
      timestamp: record.timestamp)
  }
}
