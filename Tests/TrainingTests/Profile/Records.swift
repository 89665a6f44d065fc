import Foundation
import Music
import Training

extension CompletedTrial {
  /// An answered comparison on C4.
  static func record(
    _ offset: Cents, isCorrect: Bool = true, interval: DirectedInterval = .prime,
    at date: Date = Date(timeIntervalSince1970: 0)
  ) -> CompletedTrial {
    CompletedTrial(
      id: UUID(),
      comparison: Challenge(referenceNote: MIDINote(60), interval: interval, centOffset: offset),
      answeredHigher: (offset > 0) == isCorrect, tuningSystem: .equalTemperament, timestamp: date)
  }

  /// A pitch matching on C4.
  static func matched(
    _ error: Cents, interval: DirectedInterval = .prime,
    at date: Date = Date(timeIntervalSince1970: 0)
  ) -> CompletedTrial {
    CompletedTrial(
      id: UUID(),
      challenge: Challenge(
        referenceNote: MIDINote(60), interval: interval, centOffset: 50),
      userCentError: error, tuningSystem: .equalTemperament, timestamp: date)
  }
}
