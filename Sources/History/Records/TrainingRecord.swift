import Foundation
internal import GRDB
import Music
import Training

/// A result as the database stores it, in a table whose columns have the names of its fields.
///
/// A type of record says here what it is; everything that treats all records alike follows from
/// ``RecordedResult/types``.
protocol TrainingRecord: HeadedRecord, PersistableRecord {
  var head: RecordHead { get set }

  /// The training whose results these are, as files name it.
  static var training: TrainingName { get }

  /// The fields that hold the training's own result. A field that records of another type have, too,
  /// means the same in both.
  static var ownFields: [RecordField<Self>] { get }

  /// The fields that say how an answer came about: ``RecordField/context``, made once.
  static var contextFields: [RecordField<Self>] { get }

  /// All fields: ``allFields``, made once.
  static var fields: [RecordField<Self>] { get }

  /// The fields in the order of the columns of a table that holds the records of all trainings:
  /// ``SharedColumn/fields(of:)``, made once.
  static var tableFields: [RecordField<Self>?] { get }

  /// Whether every table of records has its columns. A table from before the training lacks them.
  static var isInEveryTable: Bool { get }

  /// The columns of the result that tell records apart that came without an id; each holds cents or 0 or 1.
  static var contentColumns: [String] { get }

  /// What the app calls the training, its newest name first; empty if the app does not have it.
  static var appNames: [String] { get }

  /// A record whose fields are still to be set.
  static var blank: Self { get }

  /// Reads a row of the database; written out for each type because a start reads every row. Throws
  /// ``UnreadableRow`` for a row that is no record.
  init(_ row: RecordRow<Self>) throws(UnreadableRow)

  /// Adds the record to what is known of the user's hearing.
  func add(to replay: inout HearingReplay)

  // What follows is the same for all types. It is required so that each type has code of its own for
  // it: an import without would take half as long again.

  /// Reads a row of a file, without trusting it.
  static func read(from row: any FieldSource) throws(RecordLineError) -> ReadRow

  /// The records of the database in order of time.
  static func pages(_ database: Database) throws -> any ResultPages

  /// Does the same with a row of the database, if it holds what Peach writes: the short way for a start,
  /// which reads every row. Returns `false`, and adds nothing, if the row is to be read in the long way.
  static func add(
    _ row: UsualRow, _ texts: inout UsualTexts, to replay: inout HearingReplay
  ) -> Bool

  /// Adds every record to what is known of the user's hearing, in order of time, and calls `count`
  /// now and then with the number since the last call. Returns the rows that were passed over. Throws
  /// `fetchFailed`.
  ///
  /// - Parameter last: the number of the last row that is read.
  static func replay(
    _ reader: RecordReader, upTo last: Int64, into replay: inout HearingReplay,
    _ policy: UnreadablePolicy, count: (Int) -> Void
  ) throws(DataStoreError) -> UnreadableRows

  /// The number of the last row; 0 if there is none. Throws ``UnreadableRow`` if rows have no number.
  static func lastSequence(_ database: Database) throws -> Int64

  /// The rows of the database that are no records.
  static func unreadableRows(_ database: Database) throws -> [UnreadableRow]

  /// The record as a line of JSON, without its end.
  var line: String { get }

  /// The record as a row of Peach's own table, without its end.
  var tableRow: String { get }

  /// The value of a column as files hold it; `nil` if the record has no such field, or none there.
  func value(of column: SharedColumn) -> FieldValue?

  /// Appends the values of ``SharedColumn/all`` as the database holds them.
  func appendStored(to values: inout [(any DatabaseValueConvertible)?])
}

extension TrainingRecord {
  static var isInEveryTable: Bool { false }
  static var appNames: [String] { [] }
  static var contentColumns: [String] { resultColumns }

  static func add(
    _ row: UsualRow, _ texts: inout UsualTexts, to replay: inout HearingReplay
  ) -> Bool { false }

  static var allFields: [RecordField<Self>] { resultFields + contextFields }

  /// Those of version 1, with the result.
  static var resultFields: [RecordField<Self>] { RecordField.shared + ownFields }

  /// The names of the columns that hold the training's own result.
  static var resultColumns: [String] { ownFields.map(\.name) }

  /// Throws ``UnreadableRow`` if the row of that number is no record.
  static func check(_ sequence: DatabaseValue, _ database: Database) throws {
    try RecordRow<Self>.check(sequence, database)
  }

  /// The last record that names a run, whether it was taken back or not.
  static func last(_ database: Database) throws -> RecordedResult? {
    let row = try Row.fetchOne(
      database,
      sql: """
        SELECT \(RecordColumn.selection(for: Self.self, .whole)) FROM \(databaseTableName)
        WHERE run IS NOT NULL ORDER BY timestamp DESC, sequence DESC LIMIT 1
        """)
    return try row.map { RecordedResult(try RecordRow<Self>(row: $0).record(.whole)) }
  }
}

/// What a record may hold, as the database checks it.
enum RecordLimits {
  /// Offsets and errors reach an octave either way. That is far more than any training asks for, so
  /// anything beyond it is damage.
  static let cents: ClosedRange<Double> = -1200...1200

  /// 1970 to the end of the year 9999, which every date format can write.
  static let milliseconds: ClosedRange<Int64> = 0...253_402_300_799_999

  /// The note at that interval, or `nil` if there is none.
  static func target(of reference: MIDINote, at interval: DirectedInterval) -> MIDINote? {
    MIDINote(exactly: reference.rawValue + interval.semitones)
  }
}

extension Date {
  /// The nearest whole millisecond since 1970, UTC; out of every range for a date that has none.
  var millisecondsSince1970: Int64 {
    Int64(exactly: (timeIntervalSince1970 * 1000).rounded()) ?? .max
  }

  init(millisecondsSince1970 milliseconds: Int64) {
    self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
  }
}
