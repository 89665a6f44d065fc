import Foundation
import Music
import Training

extension CompletedComparison {
  /// An answered comparison on C4.
  static func record(
    _ offset: Cents, isCorrect: Bool = true, interval: DirectedInterval = .prime,
    at date: Date = Date(timeIntervalSince1970: 0)
  ) -> CompletedComparison {
    CompletedComparison(
      id: UUID(),
      comparison: Comparison(referenceNote: MIDINote(60), interval: interval, centOffset: offset),
      answeredHigher: (offset > 0) == isCorrect, tuningSystem: .equalTemperament, timestamp: date)
  }
}

extension CompletedPitchMatching {
  /// A pitch matching on C4.
  static func record(
    _ error: Cents, interval: DirectedInterval = .prime,
    at date: Date = Date(timeIntervalSince1970: 0)
  ) -> CompletedPitchMatching {
    CompletedPitchMatching(
      id: UUID(),
      challenge: PitchMatchingChallenge(
        referenceNote: MIDINote(60), interval: interval, initialCentOffset: 50),
      userCentError: error, tuningSystem: .equalTemperament, timestamp: date)
  }
}
