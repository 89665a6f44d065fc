import Foundation
import Music

/// What the first trial of a training needs of the model of hearing; the rest can follow.
public nonisolated enum HearingNeed: Hashable, Sendable {
  /// What is concluded from the comparisons of a kind.
  case comparisons(TrainingKind, Presentation)

  /// What is concluded from the pitch matchings.
  case matchings

  /// What is concluded from which of two was in tune.
  case purities

  /// What is concluded from the notes that were played.
  case playings

  /// - Parameters:
  ///   - intervals: those in the rotation of the training.
  ///   - strategy: what chooses comparisons.
  /// - Returns: `nil` if the training needs more than one part.
  public init?(
    _ training: TrainingName, intervals: [DirectedInterval], presentation: Presentation,
    strategy: StrategyName
  ) {
    switch training {
    case .comparison:
      let kinds = Set(intervals.map { TrainingKind($0) })
      // The other strategies go by the plain figures, which every record is part of.
      guard strategy == .adaptive, kinds.count == 1, let kind = kinds.first else { return nil }
      self = .comparisons(kind, presentation)
    case .matching: self = .matchings
    case .purity: self = .purities
    case .playing: self = .playings
    }
  }
}

/// How many of the last answers a conclusion rests on.
public nonisolated struct HearingWindow: Hashable, Sendable {
  public let count: Int

  /// - Parameter count: positive.
  public init(count: Int) { self.count = count }

  /// Enough to choose a first trial by, which does not wait for the others.
  public static let firstTrial = HearingWindow(count: 2000)

  /// All that count.
  public static let whole = HearingWindow(count: HearingReplay.window)
}

/// The last comparisons of a kind, which its conclusions rest on. They are added from the newest to the
/// oldest.
public nonisolated struct LastComparisons: Sendable {
  private let kind: TrainingKind
  private let presentation: Presentation

  /// The number of answers that count.
  private let count: Int

  /// The newest first.
  private var answers: [ComparisonAnswer] = []

  /// - Parameter window: which of the last answers count.
  public init(
    of kind: TrainingKind, _ presentation: Presentation, window: HearingWindow = .whole
  ) {
    (self.kind, self.presentation) = (kind, presentation)
    count = window.count
  }

  /// The number of answers that are still missing.
  public var missingCount: Int { count - answers.count }

  /// Whether older ones do not count.
  public var isFull: Bool { missingCount <= 0 }

  /// Adds the comparison before those so far, unless it is of another kind or there are enough.
  public mutating func add(_ answer: ComparisonAnswer) {
    guard !isFull, answer.kind == kind, answer.presentation == presentation else { return }
    answers.append(answer)
  }

  /// A model that knows what follows from these comparisons and nothing else. Blocks while two threads or
  /// more work.
  ///
  /// - Parameter calendar: its time zone decides when a day ends.
  public func conclude(calendar: Calendar = .current) -> HearingModel {
    var model = HearingModel(calendar: calendar)
    model.conclude(answers.reversed(), of: kind, presentation)
    return model
  }
}

nonisolated extension HearingModel {
  /// Adds results that came in while the model was rebuilt, and takes over what was known of a need
  /// meanwhile.
  ///
  /// - Parameters:
  ///   - results: in order of time.
  ///   - living: what was known of the need before them, and has received them too.
  public func completed(
    with results: [TrainingResult], for need: HearingNeed?, from living: HearingModel
  ) -> HearingModel {
    var whole = self
    for result in results { whole.add(result) }
    if case .comparisons(let kind, let presentation) = need {
      whole.takeConclusions(of: kind, presentation, from: living)
    }
    return whole
  }
}
