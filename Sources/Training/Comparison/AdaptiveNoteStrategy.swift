import Foundation
import Music

/// A note and a difficulty that follow what is believed of the user's hearing
/// (``AdaptiveQuestion``). It is the default.
public final class AdaptiveNoteStrategy: NextComparisonStrategy {
  public init() {}

  public func nextComparison(
    interval: DirectedInterval, among notes: [MIDINote], settings: TrainingSettings,
    hearing: HearingModel, last: CompletedComparison?, using random: inout RandomSource
  ) -> Comparison {
    let presentation = settings.presentation
    let question: AdaptiveQuestion
    switch TrainingKind(interval) {
    case .unison:
      question = .unison(
        hearing.unison[presentation].maps, among: notes, last: last?.comparison.referenceNote,
        within: settings.centDifference, using: &random)
    case .interval:
      question = .interval(
        interval, hearing.intervals[presentation].maps, among: notes,
        within: settings.centDifference, using: &random)
    }
    return Comparison(
      referenceNote: question.note, interval: interval, centOffset: Cents(question.offset))
  }
}
