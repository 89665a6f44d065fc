import Foundation
import Music

/// Reads the rows of the app's table, of whichever version.
enum AppRow {
  static func read(_ row: FieldReader<AppColumn>) throws(RowFault) -> ReadRow {
    let training = row[.trainingType]
    if AppSpelling.rhythmTrainings.contains(training) { return .otherTraining(training) }
    let isMatching = training == AppSpelling.matching
    guard
      isMatching || training == AppSpelling.comparison
        || training == AppSpelling.comparisonBefore
    else { throw .unknownTraining(ShownValue.text(training)) }
    let reference = try row.note(.referenceNote, as: .referenceNote)
    let target = try row.note(.targetNote, as: .targetNote)
    let interval = try directed(row[.interval], from: reference, to: target)
    guard let tuning = AppSpelling.identifier(ofTuning: row[.tuningSystem]) else {
      throw .unknownTuning(ShownValue.text(row[.tuningSystem]))
    }
    let timestamp = try row.timestamp(.timestamp)
    let result: RecordedResult?
    if isMatching {
      result = PitchMatchingRecord(
        id: UUID(), referenceNote: reference,
        initialCentOffset: try row.cents(.initialCentOffset, as: .initialCentOffset),
        userCentError: try row.cents(.userCentError, as: .userCentError), interval: interval,
        tuningSystem: tuning, timestamp: timestamp
      ).map(RecordedResult.matching)
    } else {
      result = ComparisonRecord(
        id: UUID(), referenceNote: reference,
        centOffset: try row.cents(.centOffset, as: .centOffset),
        isCorrect: try row.flag(.isCorrect, as: .isCorrect), interval: interval,
        tuningSystem: tuning, timestamp: timestamp
      ).map(RecordedResult.comparison)
    }
    // Each value was checked by the same limits.
    guard let result else { throw .value(.notAnObject) }
    return .result(result, hasID: false)
  }

  /// The app's intervals have no direction: it follows from the notes.
  private static func directed(
    _ name: String, from reference: MIDINote, to target: MIDINote
  ) throws(RowFault) -> DirectedInterval {
    guard let interval = AppSpelling.interval(name) else {
      throw .unknownInterval(ShownValue.text(name))
    }
    let distance = target.rawValue - reference.rawValue
    guard abs(distance) == interval.semitones else {
      throw .notesDisagree(
        interval: name, reference: reference.rawValue, target: target.rawValue)
    }
    return DirectedInterval(interval, distance < 0 ? .down : .up)
  }
}
