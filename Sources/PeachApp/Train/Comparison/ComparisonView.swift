import Training

/// Shows the challenges and results of a comparison training.
///
/// The results come after the store has them, so that what is shown is safe.
typealias ComparisonView = ComparisonObserver & ComparisonSessionObserver
