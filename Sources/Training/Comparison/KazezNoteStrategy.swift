import Music

/// A difficulty that follows the answers: a right one narrows the difference, a wrong one widens it.
///
/// With P the last |offset| in cents, right: P·(1 − 0.05·√P), wrong: P·(1 + 0.09·√P) (after Kazez,
/// Kazez, Zembar and Andrews, "A Computer Program for Testing (and Improving?) Pitch Perception",
/// 2001).
public final class KazezNoteStrategy: NextComparisonStrategy {
  /// The first difference of someone of whom nothing is known.
  nonisolated static let initialDifference = Cents(100)

  public init() {}

  public func nextComparison(
    interval: DirectedInterval, among notes: [MIDINote], settings: TrainingSettings,
    hearing: HearingModel, last: CompletedComparison?, using random: inout RandomSource
  ) -> Comparison {
    let asked = hearing.profile.discrimination[TrainingKind(interval)]
    let wanted =
      last.map(Self.difference(after:)) ?? asked.overallMean ?? Self.initialDifference
    let limits = settings.centDifference
    let difference = min(max(wanted.rawValue, limits.lowerBound), limits.upperBound)
    let isHigher = Bool.random(using: &random)
    let note = UsableNotes.draw(among: notes, using: &random)
    return Comparison(
      referenceNote: note, interval: interval,
      centOffset: Cents(isHigher ? difference : -difference))
  }

  /// A right answer to what was heard more than once says nothing of hearing it once, so the
  /// difference stays.
  private static func difference(after last: CompletedComparison) -> Cents {
    if last.isCorrect, let heard = last.context.heard, heard > 1 {
      return Cents(last.comparison.centOffset.magnitude)
    }
    return Cents(difference(after: last.comparison.centOffset.magnitude, isCorrect: last.isCorrect))
  }

  /// The difference that follows an answer to another, in cents.
  nonisolated static func difference(after p: Double, isCorrect: Bool) -> Double {
    isCorrect ? p * (1 - 0.05 * p.squareRoot()) : p * (1 + 0.09 * p.squareRoot())
  }
}
