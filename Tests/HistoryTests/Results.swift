import Foundation
import History
import Music
import Training

/// 2026-11-21 10:00:00.123 UTC.
let tenOClock = Date(timeIntervalSince1970: 1_795_255_200.123)

func makeComparison(
  id: UUID = UUID(), note: Int = 60, interval: DirectedInterval = .prime, centOffset: Cents = -12.5,
  answeredHigher: Bool = false, tuning: TuningSystem = .equalTemperament, at time: Date = tenOClock
) -> CompletedComparison {
  CompletedComparison(
    id: id,
    comparison: Comparison(
      referenceNote: MIDINote(note), interval: interval, centOffset: centOffset),
    answeredHigher: answeredHigher, tuningSystem: tuning, timestamp: time)
}

func makePitchMatching(
  id: UUID = UUID(), note: Int = 60, interval: DirectedInterval = .prime, error: Cents = -3.2,
  tuning: TuningSystem = .equalTemperament, at time: Date = tenOClock
) -> CompletedPitchMatching {
  CompletedPitchMatching(
    id: id,
    challenge: PitchMatchingChallenge(
      referenceNote: MIDINote(note), interval: interval, initialCentOffset: 41.7),
    userCentError: error, tuningSystem: tuning, timestamp: time)
}

extension CompletedComparison {
  /// The result that a record was made from. The given answer is not stored: it follows from the
  /// sign of the offset and from whether the answer was right.
  init?(_ record: ComparisonRecord) {
    guard let tuningSystem = TuningSystem(identifier: record.tuningSystem) else { return nil }
    let comparison = Comparison(
      referenceNote: record.referenceNote, interval: record.interval,
      centOffset: record.centOffset)
    self.init(
      id: record.id, comparison: comparison,
      answeredHigher: record.isCorrect == comparison.isTargetHigher, tuningSystem: tuningSystem,
      timestamp: record.timestamp)
  }
}

extension CompletedPitchMatching {
  /// The result that a record was made from.
  init?(_ record: PitchMatchingRecord) {
    guard let tuningSystem = TuningSystem(identifier: record.tuningSystem) else { return nil }
    self.init(
      id: record.id,
      challenge: PitchMatchingChallenge(
        referenceNote: record.referenceNote, interval: record.interval,
        initialCentOffset: record.initialCentOffset),
      userCentError: record.userCentError, tuningSystem: tuningSystem,
      timestamp: record.timestamp)
  }
}
