import Music

/// Compares the later half of each training's history with the earlier half.
///
/// Main thread. Records are added in order of time.
public final class TrendAnalyzer: Resettable {
  /// The |offset| of comparison training.
  public private(set) var discrimination = TrendAnalyzer.noHistory

  /// The |error| of pitch matching.
  public private(set) var matching = TrendAnalyzer.noHistory

  public init() {}

  /// Adds a comparison from a record. O(1).
  public func update(centOffset: Cents, interval: DirectedInterval) {
    discrimination[TrainingKind(interval)].add(centOffset.magnitude)
  }

  /// Adds a pitch matching from a record. O(1).
  public func updateMatching(centError: Cents, interval: DirectedInterval) {
    matching[TrainingKind(interval)].add(centError.magnitude)
  }

  public func reset() {
    discrimination = Self.noHistory
    matching = Self.noHistory
  }

  private static let noHistory = ByTrainingKind(unison: TrendSeries(), interval: TrendSeries())
}

extension TrendAnalyzer: ComparisonObserver, PitchMatchingObserver {
  public func comparisonCompleted(_ completed: CompletedComparison) {
    update(centOffset: completed.comparison.centOffset, interval: completed.comparison.interval)
  }

  public func pitchMatchingCompleted(_ completed: CompletedPitchMatching) {
    updateMatching(
      centError: completed.userCentError, interval: completed.challenge.interval)
  }
}
