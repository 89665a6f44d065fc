import Console
import Training

extension TrainingName {
  /// What a key means in this training; `nil` for one without a meaning.
  func intent(for key: Key) -> Intent? {
    switch self {
    case .comparison: ComparisonKeys.intent(for: key)
    case .matching: PitchMatchingKeys.intent(for: key)
    }
  }
}
