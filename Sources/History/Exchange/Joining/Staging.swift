internal import GRDB

/// Rows that are to be taken in, beside the history: in a temporary database that is gone with the
/// connection, and that takes no memory and no lock of the history's.
///
/// `staged` has the rows as they came. `verdict` says what becomes of a row that is not simply stored,
/// and `superseded` which rows of the history have to go.
struct Staging {
  private let insertion: Statement

  init(_ database: Database) throws {
    try Self.setCaches(database, kibibytes: Self.largeCache)
    try database.execute(
      sql: """
        CREATE TEMP TABLE staged (
          line INTEGER PRIMARY KEY, training INTEGER NOT NULL, id TEXT,
          referenceNote INTEGER NOT NULL, targetNote INTEGER NOT NULL,
          firstResult REAL NOT NULL, secondResult REAL NOT NULL, interval TEXT NOT NULL,
          tuningSystem TEXT NOT NULL, timestamp INTEGER NOT NULL);
        CREATE TEMP TABLE verdict (line INTEGER PRIMARY KEY, verdict INTEGER NOT NULL, id TEXT);
        CREATE TEMP TABLE superseded (
          training INTEGER NOT NULL, sequence INTEGER NOT NULL, PRIMARY KEY (training, sequence));
        """)
    insertion = try database.makeStatement(
      sql: "INSERT INTO temp.staged VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
  }

  /// Adds a row. `line` counts up.
  func add(_ result: RecordedResult, hasID: Bool, line: Int) throws {
    let content = RecordContent(result)
    try insertion.execute(arguments: [
      line, content.training.rawValue, hasID ? result.id.uuidString.lowercased() : nil,
      content.referenceNote, result.record.targetNote.rawValue, content.firstResult,
      content.secondResult, content.interval, content.tuningSystem, content.milliseconds,
    ])
  }

  /// Ids are looked up once all rows are there.
  static func index(_ database: Database) throws {
    try database.execute(
      sql: "CREATE INDEX temp.staged_id ON staged (id, line) WHERE id IS NOT NULL")
  }

  static func remove(_ database: Database) throws {
    try setCaches(database, kibibytes: usualCache)
    for table in ["staged", "verdict", "superseded"] {
      try database.execute(sql: "DROP TABLE IF EXISTS temp.\(table)")
    }
  }

  /// Ids are in no order: with SQLite's usual two megabytes each would be looked for on the disk.
  private static let largeCache = 16384
  private static let usualCache = 2000

  private static func setCaches(_ database: Database, kibibytes: Int) throws {
    try database.execute(
      sql: "PRAGMA main.cache_size = -\(kibibytes); PRAGMA temp.cache_size = -\(kibibytes)")
  }
}
