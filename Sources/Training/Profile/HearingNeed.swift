import Foundation
import Music

/// What the first trial of a training needs of the model of hearing; the rest can follow.
public nonisolated enum HearingNeed: Hashable, Sendable {
  /// What is concluded from the comparisons of these kinds.
  case comparisons(Set<TrainingKind>, Presentation)

  /// What is concluded from the pitch matchings.
  case matchings

  /// What is concluded from which of two was in tune.
  case purities

  /// What is concluded from the notes that were played.
  case playings

  /// - Parameters:
  ///   - intervals: those in the rotation of the training.
  ///   - strategy: what chooses comparisons.
  /// - Returns: `nil` if the training needs everything.
  public init?(
    _ training: TrainingName, intervals: [DirectedInterval], presentation: Presentation,
    strategy: StrategyName
  ) {
    switch training {
    case .comparison:
      // The other strategies go by the plain figures, which every record is part of.
      guard strategy == .adaptive else { return nil }
      self = .comparisons(Set(intervals.map { TrainingKind($0) }), presentation)
    case .purity: self = .purities
    case .playing: self = .playings
    // What the profile has no figures of needs nothing; these are the least.
    default: self = .matchings
    }
  }
}

nonisolated extension HearingModel {
  /// Draws the conclusions from the last comparisons of a kind, without the plain figures. Blocks while two
  /// threads or more work.
  ///
  /// - Parameter answers: in order of time; the last ``HearingReplay/window`` count.
  public mutating func concludeLast(
    _ answers: [ChoiceAnswer], of kind: TrainingKind, _ presentation: Presentation
  ) { conclude(Array(answers.suffix(HearingReplay.window)), of: kind, presentation) }

  /// Adds results that came in while the model was rebuilt, and takes over what was known of a need
  /// meanwhile.
  ///
  /// - Parameters:
  ///   - results: in order of time.
  ///   - living: what was known of the need before them, and has received them too.
  public func completed(
    with results: [CompletedTrial], for need: HearingNeed?, from living: HearingModel
  ) -> HearingModel {
    var whole = self
    for result in results { whole.add(result) }
    if case .comparisons(let kinds, let presentation) = need {
      for kind in kinds { whole.takeConclusions(of: kind, presentation, from: living) }
    }
    return whole
  }
}
