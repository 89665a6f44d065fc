import Foundation
import Music

/// Reads the rows of Peach's own table.
enum TableRow {
  static func read(_ row: FieldReader<TableColumn>) throws(RowFault) -> ReadRow {
    let id = row[.id].isEmpty ? nil : try row.value(.id, .id) { UUID(uuidString: $0) }
    let isComparison = try row.value(.training, .training) { text in
      ["comparison": true, "matching": false][text]
    }
    let reference = try row.note(.referenceNote, as: .referenceNote)
    let interval = try row.value(.interval, .interval) { DirectedInterval($0) }
    let target = try row.note(.targetNote, as: .targetNote)
    let expected = MIDINote(exactly: reference.rawValue + interval.semitones)
    guard target == expected else {
      throw .value(
        .targetDisagrees(
          interval: interval.description, expected: expected?.rawValue, found: target.rawValue))
    }
    let tuning = try row.value(.tuningSystem, .tuningSystem) { $0 }
    let timestamp = try row.timestamp(.timestamp)
    let result: RecordedResult?
    if isComparison {
      result = ComparisonRecord(
        id: id ?? UUID(), referenceNote: reference,
        centOffset: try row.cents(.centOffset, as: .centOffset),
        isCorrect: try row.flag(.isCorrect, as: .isCorrect), interval: interval,
        tuningSystem: tuning, timestamp: timestamp
      ).map(RecordedResult.comparison)
    } else {
      result = PitchMatchingRecord(
        id: id ?? UUID(), referenceNote: reference,
        initialCentOffset: try row.cents(.initialCentOffset, as: .initialCentOffset),
        userCentError: try row.cents(.userCentError, as: .userCentError), interval: interval,
        tuningSystem: tuning, timestamp: timestamp
      ).map(RecordedResult.matching)
    }
    // Each value was checked by the same limits.
    guard let result else { throw .value(.notAnObject) }
    return .result(result, hasID: id != nil)
  }
}
