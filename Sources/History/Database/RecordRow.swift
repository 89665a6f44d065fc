import Foundation
internal import GRDB
import Music

/// Reads a row of ``RecordColumn/selection(for:)`` without trusting it: a value of a wrong type or
/// range throws ``UnreadableRecord``, where GRDB's own subscripts would trap.
struct RecordRow {
  let row: Row
  let table: String

  func value<Value: DatabaseValueConvertible>(
    _ column: RecordColumn
  ) throws(UnreadableRecord) -> Value {
    let stored: StoredValue = row[column.rawValue]
    return try some(Value.fromDatabaseValue(stored.databaseValue))
  }

  func cents(_ column: RecordColumn) throws(UnreadableRecord) -> Cents { Cents(try value(column)) }

  func note(_ column: RecordColumn) throws(UnreadableRecord) -> MIDINote {
    try some(MIDINote(exactly: try value(column)))
  }

  func interval() throws(UnreadableRecord) -> DirectedInterval {
    try some(Self.intervals[try value(.interval)])
  }

  func id() throws(UnreadableRecord) -> UUID { try some(UUID(storedText: try value(.id))) }

  func timestamp() throws(UnreadableRecord) -> Date {
    Date(millisecondsSince1970: try value(.timestamp))
  }

  /// The record that was made of the row, provided that it agrees with the row's target note.
  func checked<Record: TrainingRecord>(_ record: Record?) throws(UnreadableRecord) -> Record {
    let target = try note(.targetNote)
    return try some(record.flatMap { $0.targetNote == target ? $0 : nil })
  }

  private func some<Value>(_ value: Value?) throws(UnreadableRecord) -> Value {
    guard let value else { throw UnreadableRecord(table: table) }
    return value
  }

  /// By written form: a long history reads faster for not parsing each.
  private static let intervals = Dictionary(
    uniqueKeysWithValues: DirectedInterval.all.map { ($0.description, $0) })
}
