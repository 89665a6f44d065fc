import Foundation
import Music

/// Builds a ``HearingModel`` from many records: adds them in order of time, then ``finish()`` draws
/// the conclusions.
///
/// The thresholds and intervals follow from the last 20 000 answers of each kind only, so this takes
/// a fraction of a second however long the history is.
public nonisolated struct HearingReplay: Sendable {
  /// How many of the last answers of a kind are read.
  public static let window = 20_000

  /// The conclusions that each answer allows at once. A training with an answer of its own adds it
  /// to this in an extension.
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

  /// What the answers so far to which of two was in tune lead to.
  public func concludingPurity() -> HearingModel {
    var model = model
    model.conclude(waitingPurities)
    return model
  }

  /// What the records so far lead to, without the conclusions from comparisons.
  public var unfinished: HearingModel { model }

  /// What the records lead to. Blocks while two threads or more work.
  ///
  /// - Parameter known: what need not be concluded, as somebody else knows it.
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
