import Foundation
import Music

/// A difficulty that follows the answers (``KazezStaircase``), at any note.
public final class KazezNoteStrategy: NextComparisonStrategy {
  public init() {}

  public func nextComparison(
    interval: DirectedInterval, among notes: [MIDINote], settings: TrainingSettings,
    hearing: HearingModel, last: CompletedComparison?, using random: inout RandomSource
  ) -> Comparison {
    let asked = hearing.plain[settings.presentation].profile.discrimination[TrainingKind(interval)]
    let wanted =
      last.map(Self.difference(after:)) ?? asked.overallMean ?? KazezStaircase.initialDifference
    let offset = KazezStaircase.offset(wanted, within: settings.centDifference, using: &random)
    let note = UsableNotes.draw(among: notes, using: &random)
    return Comparison(referenceNote: note, interval: interval, centOffset: offset)
  }

  private static func difference(after last: CompletedComparison) -> Cents {
    KazezStaircase.difference(
      after: last.comparison.centOffset, isCorrect: last.isCorrect, heard: last.context.heard)
  }
}
