import Music
import Training

extension CompletedComparison {
  /// What came of the comparison, from its record.
  ///
  /// Which answer was given is not stored: it follows from the offset's sign and from whether the
  /// answer was right. `nil` where this machine does not know the record's tuning system; the
  /// statistics need none and read the record itself.
  public init?(_ record: ComparisonRecord) {
    guard let tuningSystem = TuningSystem(identifier: record.tuningSystem) else { return nil }
    let comparison = Comparison(
      referenceNote: record.referenceNote, interval: record.interval,
      centOffset: record.centOffset)
    self.init(
      id: record.id, comparison: comparison,
      answeredHigher: record.isCorrect == comparison.isTargetHigher, tuningSystem: tuningSystem,
      timestamp: record.timestamp)
  }
}
