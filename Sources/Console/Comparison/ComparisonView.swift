import Training

/// Shows a comparison training.
///
/// The results come after the store has them, so that what is shown is safe.
public typealias ComparisonView = TrainingView & ComparisonObserver & ComparisonSessionObserver
