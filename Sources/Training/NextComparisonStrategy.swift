import Foundation
import Music

/// Chooses what a comparison training asks next.
///
/// It lives in the logical world: it is given the interval, never the tuning.
public protocol NextComparisonStrategy {
  /// The next comparison at `interval`.
  ///
  /// - Parameters:
  ///   - notes: the reference notes to choose from, in ascending order; never empty.
  ///   - hearing: what is believed of the user's hearing; the day of the comparison has begun.
  ///   - last: what was answered last at the interval in this session, `nil` before that.
  ///   - random: the only source of chance, so that a seed repeats a session.
  func nextComparison(
    interval: DirectedInterval, among notes: [MIDINote], settings: TrainingSettings,
    hearing: HearingModel, last: CompletedTrial?, using random: inout RandomSource
  ) -> Challenge
}

extension StrategyName {
  /// The strategy of this name.
  public func makeStrategy() -> any NextComparisonStrategy {
    switch self {
    case .kazez: KazezNoteStrategy()
    case .adaptive: AdaptiveNoteStrategy()
    }
  }
}

/// A note and a difficulty that follow what is believed of the user's hearing
/// (``AdaptiveQuestion``). It is the default.
public final class AdaptiveNoteStrategy: NextComparisonStrategy {
  public init() {}

  public func nextComparison(
    interval: DirectedInterval, among notes: [MIDINote], settings: TrainingSettings,
    hearing: HearingModel, last: CompletedTrial?, using random: inout RandomSource
  ) -> Challenge {
    let presentation = settings.presentation
    let question: AdaptiveQuestion
    switch TrainingKind(interval) {
    case .unison:
      question = .unison(
        hearing.unison[presentation].maps, among: notes, last: last?.challenge.referenceNote,
        within: settings.centDifference, using: &random)
    case .interval:
      question = .interval(
        interval, hearing.intervals[presentation].maps, among: notes,
        within: settings.centDifference, using: &random)
    }
    return Challenge(
      referenceNote: question.note, interval: interval, centOffset: Cents(question.offset))
  }
}

/// A difficulty that follows the answers (``KazezStaircase``), at any note.
public final class KazezNoteStrategy: NextComparisonStrategy {
  public init() {}

  public func nextComparison(
    interval: DirectedInterval, among notes: [MIDINote], settings: TrainingSettings,
    hearing: HearingModel, last: CompletedTrial?, using random: inout RandomSource
  ) -> Challenge {
    let asked = hearing.plain[settings.presentation].profile.discrimination[TrainingKind(interval)]
    let wanted =
      last.map(KazezStaircase.difference(after:)) ?? asked.overallMean
      ?? KazezStaircase.initialDifference
    let offset = KazezStaircase.offset(wanted, within: settings.centDifference, using: &random)
    let note = UsableNotes.draw(among: notes, using: &random)
    return Challenge(referenceNote: note, interval: interval, centOffset: offset)
  }
}
