import Music

/// Chooses what a comparison training asks next.
///
/// It lives in the logical world: it is given the interval, never the tuning.
public protocol NextComparisonStrategy {
  /// The next comparison at `interval`.
  ///
  /// - Parameters:
  ///   - profile: what was presented to the user in this kind of training.
  ///   - thresholds: what is believed of the user's thresholds in this kind of training.
  ///   - last: what was answered last in this session, `nil` at its beginning.
  ///   - random: the only source of chance, so that a seed repeats a session.
  func nextComparison(
    interval: DirectedInterval, settings: TrainingSettings, profile: PitchDiscriminationProfile,
    thresholds: ThresholdMap, last: CompletedComparison?, using random: inout RandomSource
  ) -> Comparison
}
