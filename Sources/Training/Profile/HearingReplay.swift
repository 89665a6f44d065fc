import MainThread
import Foundation
import Music

/// Builds a ``HearingModel`` from many records: adds them in order of time, then ``finish()`` draws
/// the conclusions.
///
/// The thresholds and intervals follow from the last 20 000 answers of each kind only, so this
/// takes a fraction of a second however long the history is.
public nonisolated struct HearingReplay: Sendable {
  /// The number of the last answers of a kind that are read.
  public static let window = 20_000

  /// The conclusions that each answer allows at once.
  var model: HearingModel
  private var waiting = ByTrainingKind { _ in
    ByPresentation { RecentValues<ChoiceAnswer>(capacity: HearingReplay.window) }
  }
  private var waitingPurities = RecentValues<ChoiceAnswer>(capacity: HearingReplay.window)

  /// - Parameter calendar: its time zone decides when a day ends.
  public init(calendar: Calendar = .current) { model = HearingModel(calendar: calendar) }

  /// Adds the answer to a choice, in order of time among those of the training.
  public mutating func add(_ answer: ChoiceAnswer) {
    model.addPlainly(answer)
    if answer.training.traits.asksWhich {
      waitingPurities.add(answer)
    } else {
      waiting[answer.kind][answer.presentation].add(answer)
    }
  }

  /// Adds a note that was tuned or played, in order of time among those of the training.
  public mutating func add(_ answer: PitchAnswer) { model.add(answer) }

  /// The model with the conclusions from the answers so far to the choice of the one of two in
  /// tune.
  public func concludingPurity() -> HearingModel {
    var model = model
    model.conclude(waitingPurities)
    return model
  }

  /// The model so far, without the conclusions from comparisons.
  public var unfinished: HearingModel { model }

  /// The model with all conclusions. Blocks while several threads work.
  ///
  /// - Parameter known: conclusions that are known already and may be left out.
  public consuming func finish(without known: HearingNeed? = nil) -> HearingModel {
    // One after the other: each of them occupies the cores.
    for presentation in Presentation.allCases {
      for kind in TrainingKind.allCases {
        if case .comparisons(let kinds, presentation) = known, kinds.contains(kind) { continue }
        model.conclude(waiting[kind][presentation].inOrder, of: kind, presentation)
      }
    }
    model.conclude(waitingPurities)
    return model
  }
}

/// The part of the model of hearing that the first trial of a training needs; the rest can follow.
public nonisolated enum HearingNeed: Hashable, Sendable {
  /// The conclusions from the comparisons of these kinds.
  case comparisons(Set<TrainingKind>, Presentation)

  case matchings

  /// The conclusions from choices of the one of two that was in tune.
  case purities

  case playings

  /// - Parameters:
  ///   - intervals: those in the rotation of the training.
  ///   - strategy: the strategy that chooses comparisons.
  /// - Returns: `nil` if the training needs everything.
  public init?(
    _ training: TrainingName, intervals: [DirectedInterval], presentation: Presentation,
    strategy: StrategyName
  ) {
    switch training {
    case .comparison:
      // The other strategy uses the plain figures, which depend on every record.
      guard strategy == .adaptive else { return nil }
      self = .comparisons(Set(intervals.map { TrainingKind($0) }), presentation)
    case .purity: self = .purities
    case .playing: self = .playings
    // A training without figures needs nothing, and these are read fastest.
    default: self = .matchings
    }
  }
}

nonisolated extension HearingModel {
  /// Draws the conclusions from the last comparisons of a kind, without the plain figures. Blocks
  /// while several threads work.
  ///
  /// - Parameter answers: in order of time; the last ``HearingReplay/window`` count.
  public mutating func concludeLast(
    _ answers: [ChoiceAnswer], of kind: TrainingKind, _ presentation: Presentation
  ) { conclude(Array(answers.suffix(HearingReplay.window)), of: kind, presentation) }

  /// The model with results that came in while it was rebuilt, and with the conclusions of the
  /// model that was used meanwhile.
  ///
  /// - Parameters:
  ///   - results: in order of time.
  ///   - living: a model with the conclusions of the need, which has received the results too.
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

/// The last values of a stream, in order of time. Older ones are dropped, so its size does not grow
/// with the history.
///
/// A copy shares all values but the newest few with the original, even if values are added to
/// either.
nonisolated struct RecentValues<Value> {
  private static var chunkSize: Int { 128 }

  private let capacity: Int

  /// Full chunks, the oldest first. The first may still contain values that have been dropped.
  private var chunks: [[Value]] = []

  /// The newest values: a chunk that is not full yet, or has just been filled.
  private var newest: [Value] = []

  /// - Parameter capacity: positive.
  init(capacity: Int) { self.capacity = capacity }

  var count: Int { min(chunks.count * Self.chunkSize + newest.count, capacity) }

  /// Adds a value. O(1) on average.
  mutating func add(_ value: Value) {
    if newest.count == Self.chunkSize {
      chunks.append(newest)
      newest = []
      newest.reserveCapacity(Self.chunkSize)
      // The chunks after the first one are enough.
      if (chunks.count - 1) * Self.chunkSize >= capacity { chunks.removeFirst() }
    }
    newest.append(value)
    invariant(chunks.count * Self.chunkSize < capacity + 2 * Self.chunkSize, "old values go")
  }

  /// From the oldest to the newest.
  var inOrder: [Value] { Array((chunks.joined() + newest).suffix(count)) }
}

nonisolated extension RecentValues: Sendable where Value: Sendable {}
