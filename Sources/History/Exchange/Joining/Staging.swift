import Files
import Foundation
internal import GRDB
import Training

/// Rows to be added to the history, in a temporary database that is gone with the connection and
/// takes no memory and no lock of the history's.
///
/// `staged` has the rows as they came, with a column for every field. `verdict` says what becomes
/// of a row that is not simply stored, and `superseded` which rows of the history have to go.
struct Staging {
  private let database: Database
  private let insertion: Statement

  /// Among the columns of ``SharedColumn/all``.
  private static let idPlace = SharedColumn.all.firstIndex { $0.name == FieldKey.id.stringValue }

  init(_ database: Database) throws {
    let columns = SharedColumn.all.map { "\($0.name) \($0.domain.columnType)" }
      .joined(separator: ", ")
    let runs = RunRecord.fields.map { "\($0.name) \($0.domain.columnType)" }.joined(separator: ", ")
    self.database = database
    try database.execute(
      sql: """
        CREATE TEMP TABLE staged (
          line INTEGER PRIMARY KEY, training TEXT NOT NULL, \(columns));
        CREATE TEMP TABLE verdict (line INTEGER PRIMARY KEY, verdict INTEGER NOT NULL, id TEXT);
        CREATE TEMP TABLE superseded (
          training TEXT NOT NULL, sequence INTEGER NOT NULL, PRIMARY KEY (training, sequence));
        CREATE TEMP TABLE stagedRun (\(runs), UNIQUE (id));
        """)
    let places = Array(repeating: "?", count: SharedColumn.all.count + 2).joined(separator: ", ")
    insertion = try database.makeStatement(sql: "INSERT INTO temp.staged VALUES (\(places))")
  }

  /// Adds a row. `line` counts up.
  func add(_ result: RecordedResult, hasID: Bool, line: Int) throws {
    // GRDB converts a list of one type through a key path for each value, which is slow.
    var values: [(any DatabaseValueConvertible)?] = [line, result.training.rawValue]
    let columns = values.count
    values.reserveCapacity(columns + SharedColumn.all.count)
    result.record.appendStored(to: &values)
    if !hasID, let place = Self.idPlace { values[columns + place] = nil }
    try insertion.execute(arguments: StatementArguments(values))
  }

  /// Adds a run of training.
  func add(_ run: RunRecord) throws { try run.insert(database, into: "temp.stagedRun") }

  /// Ids are looked up once all rows are there.
  static func index(_ database: Database) throws {
    try database.execute(
      sql: "CREATE INDEX temp.staged_id ON staged (id, line) WHERE id IS NOT NULL")
  }

  static func remove(_ database: Database) throws {
    try setCache(database, kibibytes: usualCache)
    let arranged = RecordedResult.trainings.map(arranged)
    let completed = RecordedResult.trainings.map(completed)
    for table in ["staged", "verdict", "superseded", "stagedRun"] + arranged + completed {
      try database.execute(sql: "DROP TABLE IF EXISTS temp.\(table)")
    }
  }

  /// The name of the table with the rows of one training that are to be stored, in order of time.
  static func arranged(_ training: TrainingName) -> String { "arranged_\(training.rawValue)" }

  /// The name of the table with what the rows of the history lack and the staged ones of the same id
  /// have.
  static func completed(_ training: TrainingName) -> String { "completed_\(training.rawValue)" }

  /// For storing many rows: their ids are in no order, and with SQLite's usual cache each would be
  /// looked for on the disk while the history is locked. Sorting them first would take as long
  /// again.
  static func enlargeCache(_ database: Database) throws {
    try setCache(database, kibibytes: 32768)
  }

  private static let usualCache = 2000

  private static func setCache(_ database: Database, kibibytes: Int) throws {
    try database.execute(sql: "PRAGMA main.cache_size = -\(kibibytes)")
  }
}

/// Where SQLite puts temporary databases (<https://www.sqlite.org/tempfiles.html>, 5).
enum StagingPlace {
  static var current: String {
    let environment = ProcessInfo.processInfo.environment
    let named = ["SQLITE_TMPDIR", "TMPDIR"].compactMap { environment[$0] }
    return (named + ["/var/tmp", "/usr/tmp", "/tmp"]).first {
      FileStatus($0)?.isRegularFile == false && access($0, W_OK | X_OK) == 0
    } ?? "."
  }
}
