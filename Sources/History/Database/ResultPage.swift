internal import GRDB
internal import GRDBSQLite
import MainThread
import Training

/// A place in the order of results: by time, and by arrival if times are equal.
struct ResultPosition: Hashable, Sendable {
  /// The value of the column, whatever it is: the results after an unreadable row must be found,
  /// too.
  let timestamp: DatabaseValue
  let sequence: Int64

  /// The position before everything but NULL, which has no place in the order.
  static let start = ResultPosition(
    timestamp: (-Double.infinity).databaseValue, sequence: .min)
}

/// The treatment of rows that are not records.
enum UnreadablePolicy {
  /// The first throws ``UnreadableRow``.
  case refuse
  /// They are counted and skipped.
  case skip
}

/// Reads the results of a database in order of time, a page at a time. Nothing is locked between
/// the pages, and a page has to be short, as a reader keeps another Peach from storing.
///
/// It returns the results that were stored when it was made. Later ones are left out, and those
/// that are deleted meanwhile may be.
struct ResultPages {
  /// The number of results that are read at once: some 10 ms, and a megabyte.
  static let usualSize = 1000

  private let reader: ResultRowReader
  private let size: Int
  private let last: Int64
  private let policy: UnreadablePolicy
  private var position = ResultPosition.start

  private(set) var isAtEnd = false
  private(set) var unreadable = UnreadableRows()

  /// - Parameters:
  ///   - fields: the fields that are read of each result.
  ///   - condition: the condition of the results, in SQL.
  ///   - size: positive.
  init(
    _ database: Database, _ fields: [ResultFields.Field] = ResultFields.all,
    where condition: String = "TRUE", size: Int = usualSize, _ policy: UnreadablePolicy = .refuse
  ) throws {
    reader = ResultRowReader(fields, where: condition)
    (self.size, self.policy) = (size, policy)
    last = try Self.lastSequence(database)
  }

  /// The next page; an empty one may be followed by others until ``isAtEnd``. Throws
  /// ``UnreadableRow``; the call may be repeated.
  mutating func next(_ database: Database) throws -> [RecordedResult] {
    guard !isAtEnd else { return [] }
    var (end, skipped) = (position, UnreadableRows())
    if position == .start { try reader.readUntimed(upTo: last, policy, &skipped, database) }
    var results: [RecordedResult] = []
    results.reserveCapacity(size)
    let rows = try reader.forEach(
      in: "(timestamp, sequence) > (?, ?) AND sequence <= ?", "timestamp, sequence",
      [position.timestamp, position.sequence, last, size], database
    ) { row throws(UnreadableRow) in
      do throws(UnreadableRow) {
        results.append(try row.result())
      } catch {
        guard policy == .skip else { throw error }
        skipped.add(error)
      }
      end = try row.position
    }
    position = end
    unreadable.add(skipped)
    invariant(results.count <= rows && rows <= size, "a page has its rows, and no more")
    isAtEnd = rows < size
    return results
  }

  /// The number of the last row; 0 if there is none.
  ///
  /// A table made by another program may have rows without a number, which no comparison would
  /// find. They throw ``UnreadableRow``.
  private static func lastSequence(_ database: Database) throws -> Int64 {
    let table = RecordedResult.databaseTableName
    let last =
      try DatabaseValue.fetchOne(database, sql: "SELECT max(sequence) FROM \(table)") ?? .null
    let sequence = last.isNull ? 0 : Int64(columnValue: last)
    let isComplete =
      try Bool.fetchOne(
        database, sql: "SELECT NOT EXISTS (SELECT 1 FROM \(table) WHERE sequence IS NULL)") ?? false
    guard let sequence, isComplete else {
      throw UnreadableRow(table: table, sequence: nil, column: "sequence")
    }
    return sequence
  }
}

/// Reads rows of the table of results. A class, because each row holds it.
final class ResultRowReader: Sendable {
  /// The columns as the results of a training have them.
  fileprivate struct Columns: Sendable {
    /// The fields that are read, with the position of the column.
    var fields: [(position: CInt, field: ResultFields.Field)] = []

    /// The columns that only other trainings have.
    var foreign: [(position: CInt, name: String)] = []
  }

  fileprivate let columns: [TrainingName: Columns]
  private let selection: String
  private let condition: String

  init(_ fields: [ResultFields.Field] = ResultFields.all, where condition: String = "TRUE") {
    invariant(fields.contains { $0.key == .id }, "each result is read with its id")
    var found: [TrainingName: Columns] = [:]
    for training in TrainingName.allCases {
      var own = Columns()
      // The first columns are the number, the time and the training.
      for (position, field) in zip(CInt(3)..., fields) {
        if field.trainings.contains(training) {
          own.fields.append((position, field))
        } else {
          own.foreign.append((position, field.name))
        }
      }
      found[training] = own
    }
    columns = found
    let names = ["sequence", "timestamp", "training"] + fields.map(\.name)
    selection = names.joined(separator: ", ")
    self.condition = condition
  }

  /// Calls `body` with each row.
  ///
  /// - Parameters:
  ///   - place: the condition of the rows, in SQL; its arguments are followed by the greatest
  ///     number of rows.
  ///   - order: the order of the rows, in SQL.
  /// - Returns: the number of rows.
  @discardableResult
  func forEach(
    in place: String = "TRUE", _ order: String, _ arguments: StatementArguments,
    _ database: Database, _ body: (ResultRow) throws -> Void
  ) throws -> Int {
    let statement = try database.cachedStatement(
      sql: """
        SELECT \(selection) FROM main.\(RecordedResult.databaseTableName)
        WHERE \(place) AND \(condition) ORDER BY \(order) LIMIT ?
        """)
    let rows = try Row.fetchCursor(statement, arguments: arguments)
    var count = 0
    while try rows.next() != nil {
      count += 1
      try body(ResultRow(reader: self, statement: statement.sqliteStatement))
    }
    return count
  }

  /// Finds the rows whose time is NULL, which are in no order.
  fileprivate func readUntimed(
    upTo last: Int64, _ policy: UnreadablePolicy, _ unreadable: inout UnreadableRows,
    _ database: Database
  ) throws {
    let table = RecordedResult.databaseTableName
    let rows = try Int64.fetchCursor(
      database,
      sql: """
        SELECT sequence FROM main.\(table)
        WHERE timestamp IS NULL AND sequence <= ? ORDER BY sequence
        """, arguments: [last])
    while let sequence = try rows.next() {
      let row = UnreadableRow(table: table, sequence: sequence, column: "timestamp")
      guard policy == .skip else { throw row }
      unreadable.add(row)
    }
  }
}

/// The current row of an SQLite statement, read without trusting it: NULL and a value of a wrong
/// type or range throw ``UnreadableRow``. GRDB's own subscripts would trap.
struct ResultRow {
  fileprivate let reader: ResultRowReader
  fileprivate let statement: SQLiteStatement

  fileprivate var position: ResultPosition {
    get throws(UnreadableRow) {
      guard let sequence = Int64(columnValue: value(0)) else { throw fault("sequence") }
      return ResultPosition(timestamp: value(1), sequence: sequence)
    }
  }

  /// The parts of the position if they are whole numbers, as they are in every record.
  var time: Int64? { Int64(columnValue: value(1)) }
  var sequence: Int64? { Int64(columnValue: value(0)) }

  func result() throws(UnreadableRow) -> RecordedResult {
    guard let name = String(columnValue: value(2)), let training = TrainingName(rawValue: name),
      let columns = reader.columns[training]
    else { throw fault("training") }
    var result = RecordedResult.blank(training)
    for (position, field) in columns.fields where !field.load(&result, value(position)) {
      throw fault(field.name)
    }
    for (position, name) in columns.foreign
    where sqlite3_column_type(statement, position) != SQLITE_NULL {
      throw fault(name)
    }
    guard
      result.targetNote == RecordLimits.target(of: result.referenceNote, at: result.interval)
    else { throw fault("targetNote") }
    return result
  }

  private func value(_ position: CInt) -> DatabaseValue {
    DatabaseValue(sqliteStatement: statement, index: position)
  }

  private func fault(_ column: String) -> UnreadableRow {
    UnreadableRow(
      table: RecordedResult.databaseTableName, sequence: Int64(columnValue: value(0)),
      column: column)
  }
}

/// A row that is not a record of training. The database's own checks prevent such rows; a file that
/// another program has changed may contain one all the same.
public struct UnreadableRow: Error, Hashable, Sendable {
  public let table: String

  /// The row's number in the table; `nil` if it has none.
  public let sequence: Int64?

  /// The first column with a value that no record may have.
  public let column: String

  public init(table: String, sequence: Int64?, column: String) {
    (self.table, self.sequence, self.column) = (table, sequence, column)
  }
}

/// The rows that were skipped because they are not records.
public struct UnreadableRows: Hashable, Sendable {
  public private(set) var count = 0
  public private(set) var first: UnreadableRow?

  mutating func add(_ row: UnreadableRow, count: Int = 1) {
    first = first ?? row
    self.count += count
  }

  mutating func add(_ rows: UnreadableRows) {
    invariant((rows.first == nil) == (rows.count == 0), "the first unreadable row is one of them")
    first = first ?? rows.first
    count += rows.count
  }
}
