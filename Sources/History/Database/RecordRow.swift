internal import GRDB
import Music
import Training

/// The position of a column in the query that reads records.
///
/// Values are read by position: looking each one up by its name took a quarter of the time that
/// reading a long history takes.
enum RecordColumn: Int, CaseIterable {
  case sequence, id, referenceNote, targetNote, interval, tuningSystem, timestamp

  static let count = allCases.count

  /// The column's name in the tables of all trainings.
  var name: String { String(describing: self) }

  /// What a query selects for records of that type.
  static func selection<Record: TrainingRecord>(
    for record: Record.Type, _ extent: RecordExtent
  ) -> String {
    let context: [String] =
      switch extent {
      case .result: []
      case .hearing: ConditionColumn.allCases.map { String(describing: $0) }
      case .whole: Record.contextFields.map(\.name)
      }
    return (allCases.map(\.name) + record.resultColumns + context).joined(separator: ", ")
  }
}

/// The position, after those of ``RecordColumn`` and of the training's own result, of a column that the
/// model of hearing depends on.
enum ConditionColumn: Int, CaseIterable {
  case soundSource, noteDuration, amplitude, heard, presentation
}

/// How much of a record is read.
enum RecordExtent {
  /// The result alone, which every version of the database has.
  case result

  /// The result and the circumstances that the model of hearing depends on. Withdrawn records are left
  /// out.
  case hearing

  /// Everything, of every record.
  case whole
}

/// Reads a row of ``RecordColumn/selection(for:_:)`` without trusting it: NULL and a value of a wrong
/// type or range throw ``UnreadableRow``. GRDB's own subscripts would trap.
struct RecordRow<Record: TrainingRecord> {
  let row: Row

  /// The position of the first column after the training's own result.
  private let contextStart: Int

  /// SQLite's statement, while it stands on the row; `nil` for a row that was copied.
  private let statement: SQLiteStatement?

  /// - Parameters:
  ///   - resultCount: how many columns hold the training's own result.
  ///   - statement: the statement that stands on the row.
  init(
    row: Row, resultCount: Int = Record.ownFields.count, statement: SQLiteStatement? = nil
  ) {
    self.row = row
    self.statement = statement
    contextStart = RecordColumn.count + resultCount
  }

  /// The row's values without a detour; `nil` for a row that was copied.
  var usual: UsualRow? {
    statement.map { UsualRow(statement: $0, contextStart: contextStart) }
  }

  /// The place of the row in the order of records. Throws ``UnreadableRow`` for a row without a number.
  var position: RecordPosition {
    get throws(UnreadableRow) {
      if let usual, let timestamp = usual.integer(RecordColumn.timestamp.rawValue),
        let sequence = usual.integer(RecordColumn.sequence.rawValue)
      {
        return RecordPosition(timestamp: timestamp.databaseValue, sequence: sequence)
      }
      return RecordPosition(timestamp: stored(.timestamp), sequence: try value(.sequence))
    }
  }

  func value<Value: ColumnValue>(_ column: RecordColumn) throws(UnreadableRow) -> Value {
    guard let value = Value(columnValue: stored(column)) else { throw fault(column) }
    return value
  }

  /// The value of a field of the training's own result, by its place in ``TrainingRecord/ownFields``.
  func result<Value: ColumnValue>(_ index: Int) throws(UnreadableRow) -> Value {
    let stored: StoredValue? = row[RecordColumn.count + index]
    guard let value = Value(columnValue: stored?.databaseValue ?? .null) else {
      throw fault(Record.ownFields[index].name)
    }
    return value
  }

  /// What the column holds, whatever it is.
  func stored(_ column: RecordColumn) -> DatabaseValue {
    let value: StoredValue? = row[column.rawValue]
    return value?.databaseValue ?? .null
  }

  /// The record in a row of that extent.
  func record(_ extent: RecordExtent) throws(UnreadableRow) -> Record {
    var record = try Record(self)
    switch extent {
    case .result: break
    case .hearing: record.head.context = conditions
    case .whole: try readContext(into: &record)
    }
    return record
  }

  /// What no record may hold counts as unknown, as in records of older versions: the answer says
  /// something without it.
  private var conditions: TrialContext {
    var context = TrialContext()
    context.soundSource = condition(.soundSource)
    context.noteDuration = condition(.noteDuration)
    context.amplitude = condition(.amplitude)
    let heard: Int64? = condition(.heard)
    context.heard = heard.flatMap { $0 > 0 ? Int(exactly: $0) : nil }
    context.presentation = condition(.presentation)
    return context
  }

  private func condition<Value: ColumnValue>(_ column: ConditionColumn) -> Value? {
    let value: StoredValue? = row[contextStart + column.rawValue]
    return value.flatMap { Value(columnValue: $0.databaseValue) }
  }

  private func readContext(into record: inout Record) throws(UnreadableRow) {
    let fields = Record.contextFields
    for index in fields.indices {
      let value: StoredValue? = row[contextStart + index]
      guard fields[index].load(&record, value?.databaseValue ?? .null) else {
        throw fault(fields[index].name)
      }
    }
  }

  /// What the records of all trainings have, without the context.
  func head() throws(UnreadableRow) -> RecordHead {
    let head = RecordHead(
      id: try value(.id), referenceNote: try value(.referenceNote), interval: try value(.interval),
      tuningSystem: try value(.tuningSystem), timestamp: try value(.timestamp))
    let target: MIDINote = try value(.targetNote)
    guard let head, head.targetNote == target else { throw fault(.targetNote) }
    return head
  }

  /// Throws ``UnreadableRow`` if the row of that number is no record.
  static func check(_ sequence: DatabaseValue, _ database: Database) throws {
    let row = try Row.fetchOne(
      database,
      sql: """
        SELECT \(RecordColumn.selection(for: Record.self, .result)) FROM \(Record.databaseTableName)
        WHERE sequence = ?
        """, arguments: [sequence])
    if let row { _ = try Record(RecordRow(row: row)) }
  }

  func fault(_ column: RecordColumn) -> UnreadableRow {
    fault(column.name)
  }

  private func fault(_ column: String) -> UnreadableRow {
    UnreadableRow(
      table: Record.databaseTableName, sequence: Int64(columnValue: stored(.sequence)),
      column: column)
  }
}

/// A row that is no record of training. The database's own checks keep such rows out; a file that
/// another program has changed may hold one all the same.
public struct UnreadableRow: Error, Hashable, Sendable {
  public let table: String

  /// The row's number in the table; `nil` if it has none.
  public let sequence: Int64?

  /// The first column that holds what no record may.
  public let column: String

  public init(table: String, sequence: Int64?, column: String) {
    (self.table, self.sequence, self.column) = (table, sequence, column)
  }
}

/// The rows that were passed over because they are no records.
public struct UnreadableRows: Hashable, Sendable {
  public private(set) var count = 0
  public private(set) var first: UnreadableRow?

  mutating func add(_ row: UnreadableRow, count: Int = 1) {
    first = first ?? row
    self.count += count
  }

  mutating func add(_ rows: UnreadableRows) {
    first = first ?? rows.first
    count += rows.count
  }
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
