import Music

/// What the user hears and how well they tune: in memory only, rebuilt from the records at start and
/// updated with each result.
///
/// Main thread.
public final class PerceptualProfile: Resettable {
  /// Comparison training: the plain figures of what was presented.
  public private(set) var discrimination = PerceptualProfile.noDiscrimination

  /// Comparison training: the estimates of the true thresholds.
  public private(set) var thresholds = PerceptualProfile.noThresholds

  /// Pitch matching.
  public private(set) var matching = PerceptualProfile.noMatching

  public init() {}

  /// Adds a comparison from a record, in order of time. About a microsecond (``ThresholdMap``).
  public func update(
    note: MIDINote, centOffset: Cents, isCorrect: Bool, interval: DirectedInterval
  ) {
    let kind = TrainingKind(interval)
    discrimination[kind].update(note: note, centOffset: centOffset)
    thresholds[kind].update(note: note, centOffset: centOffset, isCorrect: isCorrect)
  }

  /// Adds a pitch matching from a record. O(1).
  public func updateMatching(note: MIDINote, centError: Cents, interval: DirectedInterval) {
    matching[TrainingKind(interval)].updateMatching(note: note, centError: centError)
  }

  public func reset() {
    discrimination = Self.noDiscrimination
    thresholds = Self.noThresholds
    matching = Self.noMatching
  }

  private static let noDiscrimination = ByTrainingKind(
    unison: PitchDiscriminationProfile(), interval: PitchDiscriminationProfile())

  private static let noThresholds = ByTrainingKind(
    unison: ThresholdMap(), interval: ThresholdMap())

  private static let noMatching = ByTrainingKind(
    unison: PitchMatchingProfile(), interval: PitchMatchingProfile())
}

extension PerceptualProfile: ComparisonObserver, PitchMatchingObserver {
  public func comparisonCompleted(_ completed: CompletedComparison) {
    let comparison = completed.comparison
    update(
      note: comparison.referenceNote, centOffset: comparison.centOffset,
      isCorrect: completed.isCorrect, interval: comparison.interval)
  }

  public func pitchMatchingCompleted(_ completed: CompletedPitchMatching) {
    updateMatching(
      note: completed.challenge.referenceNote, centError: completed.userCentError,
      interval: completed.challenge.interval)
  }
}
