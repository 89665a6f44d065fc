import Foundation
internal import GRDB
import Music

/// The position of a column in the query that reads records.
///
/// Values are read by position: looking each one up by its name took a quarter of the time that
/// reading a long history takes.
enum RecordColumn: Int, CaseIterable {
  case sequence, id, referenceNote, targetNote, interval, tuningSystem, timestamp

  /// The two that each training has of its own: ``TrainingRecord/resultColumns``.
  case firstResult, secondResult

  /// What a query selects for records of that type.
  static func selection(for record: (some TrainingRecord).Type) -> String {
    allCases.map { column in
      switch column {
      case .firstResult: record.resultColumns.first
      case .secondResult: record.resultColumns.second
      default: String(describing: column)
      }
    }.joined(separator: ", ")
  }
}

/// Reads a row of ``RecordColumn/selection(for:)`` without trusting it: a value of a wrong type or
/// range throws ``UnreadableRecord``. GRDB's own subscripts would trap.
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

  /// The record that was made of the row, if it agrees with the row's target note.
  func checked<Record: TrainingRecord>(_ record: Record?) throws(UnreadableRecord) -> Record {
    let target = try note(.targetNote)
    return try some(record.flatMap { $0.targetNote == target ? $0 : nil })
  }

  private func some<Value>(_ value: Value?) throws(UnreadableRecord) -> Value {
    guard let value else { throw UnreadableRecord(table: table) }
    return value
  }

  /// By written form: parsing each interval would make a long history slower to read.
  private static let intervals = Dictionary(
    uniqueKeysWithValues: DirectedInterval.all.map { ($0.description, $0) })
}

/// A row that is no record of training. The database's own checks keep such rows out; a damaged
/// file may hold one all the same.
struct UnreadableRecord: Error {
  let table: String
}

/// Whatever a column holds, taken straight from SQLite's statement. GRDB fetches `DatabaseValue`
/// itself through generic code, which doubles the cost of reading it.
struct StoredValue: DatabaseValueConvertible, StatementColumnConvertible {
  let databaseValue: DatabaseValue

  init(sqliteStatement: SQLiteStatement, index: CInt) {
    databaseValue = DatabaseValue(sqliteStatement: sqliteStatement, index: index)
  }

  private init(_ value: DatabaseValue) { databaseValue = value }

  static func fromDatabaseValue(_ value: DatabaseValue) -> StoredValue? { StoredValue(value) }
}

extension UUID {
  /// Reads the form in which ids are stored: 36 characters, hexadecimal digits in lower case.
  ///
  /// Foundation reads more forms, which would take a third of the time of reading a long history.
  init?(storedText: String) {
    var text = storedText
    let bytes = text.withUTF8 { Self.bytes(of: $0) }
    guard let bytes else { return nil }
    self.init(uuid: bytes)
  }

  private static func bytes(of text: UnsafeBufferPointer<UInt8>) -> uuid_t? {
    guard text.count == 36 else { return nil }
    var high: UInt64 = 0
    var low: UInt64 = 0
    for index in text.indices {
      if index == 8 || index == 13 || index == 18 || index == 23 {
        guard text[index] == UInt8(ascii: "-") else { return nil }
        continue
      }
      guard let digit = digit(text[index]) else { return nil }
      high = high << 4 | low >> 60
      low = low << 4 | digit
    }
    return withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) {
      $0.loadUnaligned(as: uuid_t.self)
    }
  }

  private static func digit(_ character: UInt8) -> UInt64? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(character - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(character - UInt8(ascii: "a") + 10)
    default: nil
    }
  }
}
