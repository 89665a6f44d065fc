internal import GRDB

extension Schema {
  /// Version 2: how each answer came about, whether it was withdrawn, and the runs of training.
  ///
  /// All new columns are NULL in older rows, so no row is written: the time does not depend on their
  /// number, but for the indexes of withdrawn rows, which are read once. The limits are written out
  /// here, as in version 1.
  @Sendable
  static func addTrialContexts(_ database: Database) throws {
    for table in ["comparisonRecord", "pitchMatchingRecord"] {
      try addTrialContext(to: table, database)
    }
    try database.execute(
      sql: """
        CREATE TABLE trainingRun (
          sequence INTEGER PRIMARY KEY,
          id TEXT NOT NULL UNIQUE CHECK (length(id) = 36 AND id NOT GLOB '*[^0-9a-f-]*'),
          start INTEGER NOT NULL CHECK (start BETWEEN 0 AND 253402300799999),
          version TEXT NOT NULL CHECK (version <> ''),
          sampleRate INTEGER NOT NULL CHECK (sampleRate BETWEEN 1 AND 10000000),
          bufferSize INTEGER NOT NULL CHECK (bufferSize BETWEEN 1 AND 10000000),
          outputs TEXT NOT NULL CHECK (outputs <> ''),
          seed TEXT CHECK (seed <> '' AND seed NOT GLOB '*[^0-9]*')
        ) STRICT
        """)
  }

  /// What version 2 adds to a table of records.
  private static func addTrialContext(to table: String, _ database: Database) throws {
    try addColumns(to: table, database)
    try database.execute(
      sql: "CREATE INDEX \(table)_withdrawn ON \(table) (sequence) WHERE withdrawn = 1")
  }

  /// Creates the table of a training that came after version 2, as versions 1 and 2 made it for the
  /// others.
  ///
  /// - Parameter result: the columns of the training's own result in SQL, each with a comma after it.
  static func createRecords(_ name: String, result: String, _ database: Database) throws {
    try createTable(name, result, database)
    try addTrialContext(to: name, database)
  }

  /// The time of an answer is unlimited but for the sense of it: ten million seconds are four months.
  private static let newColumns = [
    "soundSource TEXT CHECK (soundSource <> '')",
    "noteDuration REAL CHECK (noteDuration > 0 AND noteDuration <= 60)",
    "amplitude REAL CHECK (amplitude BETWEEN -200 AND 200)",
    "referencePitch REAL CHECK (referencePitch BETWEEN 1 AND 100000)",
    "responseTime REAL CHECK (responseTime BETWEEN 0 AND 10000000)",
    "strategy TEXT CHECK (strategy <> '')",
    "believedThreshold REAL CHECK (believedThreshold BETWEEN 0 AND 100000)",
    "heard INTEGER CHECK (heard BETWEEN 1 AND 1000000)",
    "input TEXT CHECK (input IN ('keyboard', 'midi', 'line', 'osc'))",
    "presentation TEXT CHECK (presentation IN ('melodic', 'harmonic'))",
    "accompaniment TEXT CHECK (accompaniment <> '')",
    "withdrawn INTEGER CHECK (withdrawn IN (0, 1))",
    "run TEXT CHECK (length(run) = 36 AND run NOT GLOB '*[^0-9a-f-]*')",
  ]

  /// The last column of version 1 as it is written in every database that Peach has created.
  private static let lastColumn =
    "timestamp INTEGER NOT NULL CHECK (timestamp BETWEEN 0 AND 253402300799999)"

  /// Adds the columns to the text of the table, all at once.
  ///
  /// `ALTER TABLE` changes nothing but that text either, but reads the whole table for each column:
  /// with a million rows that takes minutes. SQLite describes this way
  /// (<https://www.sqlite.org/lang_altertable.html>, 7); it is for a table whose text is known. Any
  /// other is altered column by column.
  private static func addColumns(to table: String, _ database: Database) throws {
    let text =
      try String.fetchOne(
        database, sql: "SELECT sql FROM main.sqlite_schema WHERE type = 'table' AND name = ?",
        arguments: [table]) ?? ""
    let parts = text.components(separatedBy: lastColumn)
    guard parts.count == 2 else {
      for column in newColumns {
        try database.execute(sql: "ALTER TABLE \(table) ADD COLUMN \(column)")
      }
      return
    }
    let columns = ([lastColumn] + newColumns).joined(separator: ",\n  ")
    let version = try Int.fetchOne(database, sql: "PRAGMA schema_version") ?? 0
    try database.execute(sql: "PRAGMA writable_schema = ON")
    defer { try? database.execute(sql: "PRAGMA writable_schema = RESET") }
    try database.execute(
      sql: "UPDATE main.sqlite_schema SET sql = ? WHERE type = 'table' AND name = ?",
      arguments: [parts[0] + columns + parts[1], table])
    // Everybody else reads the text again.
    try database.execute(sql: "PRAGMA schema_version = \(version + 1)")
  }
}
