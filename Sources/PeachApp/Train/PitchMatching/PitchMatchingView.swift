import Training

/// Shows the challenges and results of a pitch matching training: before a pitch is committed nothing
/// that tells where the target is.
///
/// The results come after the store has them, so that what is shown is safe.
typealias PitchMatchingView = PitchMatchingObserver & PitchMatchingSessionObserver
