import Music

/// Where each training is heading: its later half against its earlier one, and whether there is
/// evidence of a change.
///
/// Main thread. Records are added in order of time. Its size does not grow with the history.
public final class TrendAnalyzer: Resettable {
  /// The halves of comparison training, by the |offset| presented.
  public private(set) var discrimination = TrendAnalyzer.noHalves

  /// The halves of pitch matching, by the |error|.
  public private(set) var matching = TrendAnalyzer.noHalves

  /// The test of the thresholds of comparison training.
  public private(set) var thresholdTests = TrendAnalyzer.noThresholds

  /// The test of accuracy and precision of pitch matching.
  public private(set) var matchingTests = TrendAnalyzer.noMatchings

  public init() {}

  /// Adds a comparison from a record. O(1) on average.
  public func update(
    note: MIDINote, centOffset: Cents, isCorrect: Bool, interval: DirectedInterval
  ) {
    let kind = TrainingKind(interval)
    discrimination[kind].add(centOffset.magnitude)
    thresholdTests[kind].add(note: note, centOffset: centOffset, isCorrect: isCorrect)
  }

  /// Adds a pitch matching from a record. O(1) on average.
  public func updateMatching(centError: Cents, interval: DirectedInterval) {
    let kind = TrainingKind(interval)
    matching[kind].add(centError.magnitude)
    matchingTests[kind].add(centError: centError)
  }

  public func reset() {
    discrimination = Self.noHalves
    matching = Self.noHalves
    thresholdTests = Self.noThresholds
    matchingTests = Self.noMatchings
  }

  private static let noHalves = ByTrainingKind(unison: TrendSeries(), interval: TrendSeries())
  private static let noThresholds = ByTrainingKind(
    unison: ThresholdTrendTest(), interval: ThresholdTrendTest())
  private static let noMatchings = ByTrainingKind(
    unison: MatchingTrendTest(), interval: MatchingTrendTest())
}

extension TrendAnalyzer: ComparisonObserver, PitchMatchingObserver {
  public func comparisonCompleted(_ completed: CompletedComparison) {
    let comparison = completed.comparison
    update(
      note: comparison.referenceNote, centOffset: comparison.centOffset,
      isCorrect: completed.isCorrect, interval: comparison.interval)
  }

  public func pitchMatchingCompleted(_ completed: CompletedPitchMatching) {
    updateMatching(centError: completed.userCentError, interval: completed.challenge.interval)
  }
}
