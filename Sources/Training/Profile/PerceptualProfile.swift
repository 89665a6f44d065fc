import Music

/// What the user hears and how well they tune: in memory only, rebuilt from the records at start and
/// updated with each result.
///
/// Main thread.
public final class PerceptualProfile: Resettable {
  /// Comparison training.
  public private(set) var discrimination = PerceptualProfile.noDiscrimination

  /// Pitch matching.
  public private(set) var matching = PerceptualProfile.noMatching

  public init() {}

  /// Adds a comparison from a record. O(1).
  public func update(note: MIDINote, centOffset: Cents, interval: DirectedInterval) {
    discrimination[TrainingKind(interval)].update(note: note, centOffset: centOffset)
  }

  /// Adds a pitch matching from a record. O(1).
  public func updateMatching(note: MIDINote, centError: Cents, interval: DirectedInterval) {
    matching[TrainingKind(interval)].updateMatching(note: note, centError: centError)
  }

  public func reset() {
    discrimination = Self.noDiscrimination
    matching = Self.noMatching
  }

  private static let noDiscrimination = ByTrainingKind(
    unison: PitchDiscriminationProfile(), interval: PitchDiscriminationProfile())

  private static let noMatching = ByTrainingKind(
    unison: PitchMatchingProfile(), interval: PitchMatchingProfile())
}

extension PerceptualProfile: ComparisonObserver, PitchMatchingObserver {
  public func comparisonCompleted(_ completed: CompletedComparison) {
    let comparison = completed.comparison
    update(
      note: comparison.referenceNote, centOffset: comparison.centOffset,
      interval: comparison.interval)
  }

  public func pitchMatchingCompleted(_ completed: CompletedPitchMatching) {
    updateMatching(
      note: completed.challenge.referenceNote, centError: completed.userCentError,
      interval: completed.challenge.interval)
  }
}
