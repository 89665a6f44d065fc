import Foundation
import Music
import Training

nonisolated extension HearingModel {
  /// Adds a comparison of which nothing more is known, in order of time.
  public mutating func addComparison(
    note: MIDINote, centOffset: Cents, isCorrect: Bool, interval: DirectedInterval, date: Date
  ) {
    add(
      ComparisonAnswer(
        note: note, interval: interval, centOffset: centOffset, isCorrect: isCorrect, date: date,
        context: TrialContext()))
  }
}
