import Foundation
import Music
import Training

nonisolated extension HearingModel {
  /// Adds a comparison of which nothing more is known, in order of time.
  public mutating func addComparison(
    note: MIDINote, centOffset: Cents, isCorrect: Bool, interval: DirectedInterval, date: Date
  ) {
    add(
      ChoiceAnswer(
        .comparison,
        note: note, interval: interval, centOffset: centOffset, isCorrect: isCorrect, date: date,
        context: TrialContext()))
  }
}

nonisolated extension TrialContext {
  /// Of a trial that was heard once, of which nothing more is known.
  public static func heardOnce(_ presentation: Presentation) -> TrialContext {
    var context = TrialContext()
    (context.heard, context.presentation) = (1, presentation)
    return context
  }
}
