internal import GRDB
import Training

/// The versions of the database, and which databases are ours.
///
/// A migration that has been released is never edited: a change is a new migration. A change of the
/// schema never erases anything.
enum Schema {
  /// Marks a database as Peach's in its header: "Peac".
  static let applicationID = 0x5065_6163

  /// The newest version that this Peach knows; SQLite's `user_version`.
  static var version: Int { migrator.migrations.count }

  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    register(1, "trainingRecords", createTrainingRecords, in: &migrator)
    register(2, "trialContexts", addTrialContexts, in: &migrator)
    register(3, "purityRecords", addPurityAndReadingOrders, in: &migrator)
    register(4, "playingRecords", addPlaying, in: &migrator)
    return migrator
  }

  /// The version of that database.
  static func version(of database: Database) throws -> Int { try pragma("user_version", database) }

  /// Throws if the database belongs to another program or to a newer Peach.
  ///
  /// It only reads: a refused database stays as it is, byte for byte.
  static func check(_ database: Database, for migrator: DatabaseMigrator = migrator) throws {
    let applicationID = try pragma("application_id", database)
    let foundVersion = try pragma("user_version", database)
    let isUntouched =
      try applicationID == 0 && foundVersion == 0 && pragma("schema_version", database) == 0
    guard applicationID == Self.applicationID || isUntouched else {
      throw DataStoreFault.foreignDatabase(applicationID: applicationID)
    }
    try checkTables(database)
    let version = migrator.migrations.count
    let unknown = try migrator.appliedIdentifiers(database).subtracting(migrator.migrations)
    guard foundVersion <= version, unknown.isEmpty else {
      throw DataStoreFault.newerVersion(
        found: max(foundVersion, version + unknown.count), known: version)
    }
  }

  /// What the names of the indexes of a table of results end in, after an underscore.
  static let orders = ["timestamp", "withdrawn", "kind", "run"]

  /// The names of the tables that Peach makes and reads.
  static var tables: [String] {
    ["grdb_migrations", RunRecord.databaseTableName]
      + RecordedResult.types.map { $0.databaseTableName }
  }

  /// Throws if anything but a plain table has the name of one of ours, or if a trigger acts on one.
  /// Reading the schema computes nothing; asking a view may never end.
  private static func checkTables(_ database: Database) throws {
    let names = tables.map { "'\($0.lowercased())'" }.joined(separator: ", ")
    let foreign = try String.fetchOne(
      database,
      sql: """
        SELECT ifnull(name, '') FROM sqlite_master
        WHERE lower(name) IN (\(names))
            AND (type <> 'table' OR sql IS NULL OR upper(sql) LIKE 'CREATE VIRTUAL%')
          OR type = 'trigger' AND lower(tbl_name) IN (\(names))
        LIMIT 1
        """)
    if let foreign { throw DataStoreFault.foreignObject(name: foreign) }
  }

  /// Marks an empty database as ours and brings it to the newest version.
  ///
  /// A second Peach may be doing the same at this moment. The mark is set under the write lock; one
  /// of two migrators finds the work done, and its failed attempt leaves no trace. What GRDB
  /// remembers of the tables may then be out of date, so it is cleared.
  static func prepare(_ queue: DatabaseQueue, with migrator: DatabaseMigrator = migrator) throws {
    if try queue.read({ try pragma("application_id", $0) }) != applicationID {
      try queue.write { database in
        try check(database, for: migrator)
        try database.execute(sql: "PRAGMA application_id = \(applicationID)")
      }
    }
    try migrate(queue, with: migrator)
    queue.inDatabase { $0.clearSchemaCache() }
  }

  /// Another migrator may be a step ahead at each of them: what has failed because of it is tried again
  /// from there.
  private static func migrate(_ queue: DatabaseQueue, with migrator: DatabaseMigrator) throws {
    var applied = try queue.read(migrator.appliedIdentifiers).count
    while try !queue.read(migrator.hasCompletedMigrations) {
      do {
        try migrator.migrate(queue)
      } catch {
        let present = try queue.read(migrator.appliedIdentifiers).count
        guard present > applied else { throw error }
        applied = present
      }
    }
  }

  static func register(
    _ version: Int, _ name: String, _ migrate: @escaping @Sendable (Database) throws -> Void,
    in migrator: inout DatabaseMigrator
  ) {
    migrator.registerMigration("\(version) \(name)") { database in
      try migrate(database)
      try database.execute(sql: "PRAGMA user_version = \(version)")
    }
  }

  private static func pragma(_ name: String, _ database: Database) throws -> Int {
    try Int.fetchOne(database, sql: "PRAGMA \(name)") ?? 0
  }
}

extension Schema {
  /// Version 1: a table for each training.
  ///
  /// `sequence` is the order of arrival, for records of equal times. The limits of a record are
  /// written out here and not taken from the code: the code may change, this version may not.
  @Sendable
  static func createTrainingRecords(_ database: Database) throws {
    try createTable(
      "comparisonRecord",
      """
      centOffset REAL NOT NULL CHECK (centOffset BETWEEN -1200 AND 1200),
      isCorrect INTEGER NOT NULL CHECK (isCorrect IN (0, 1)),
      """, database)
    try createTable(
      "pitchMatchingRecord",
      """
      initialCentOffset REAL NOT NULL CHECK (initialCentOffset BETWEEN -1200 AND 1200),
      userCentError REAL NOT NULL CHECK (userCentError BETWEEN -1200 AND 1200),
      """, database)
  }

  /// The timestamp is in milliseconds since 1970, UTC, up to the year 9999. The tuning system may
  /// be any text, since scales have names of their own.
  static func createTable(_ name: String, _ result: String, _ database: Database) throws {
    try database.execute(
      sql: """
        CREATE TABLE \(name) (
          sequence INTEGER PRIMARY KEY,
          id TEXT NOT NULL UNIQUE CHECK (length(id) = 36 AND id NOT GLOB '*[^0-9a-f-]*'),
          referenceNote INTEGER NOT NULL CHECK (referenceNote BETWEEN 0 AND 127),
          targetNote INTEGER NOT NULL CHECK (targetNote BETWEEN 0 AND 127),
          \(result)
          interval TEXT NOT NULL CHECK (interval IN (
            'P1', 'm2', 'M2', 'm3', 'M3', 'P4', 'TT', 'P5', 'm6', 'M6', 'm7', 'M7', 'P8',
            'm2-', 'M2-', 'm3-', 'M3-', 'P4-', 'TT-', 'P5-', 'm6-', 'M6-', 'm7-', 'M7-', 'P8-')),
          tuningSystem TEXT NOT NULL CHECK (tuningSystem <> ''),
          timestamp INTEGER NOT NULL CHECK (timestamp BETWEEN 0 AND 253402300799999),
          CHECK (targetNote - referenceNote = CASE interval
            WHEN 'P1' THEN 0 WHEN 'm2' THEN 1 WHEN 'M2' THEN 2 WHEN 'm3' THEN 3 WHEN 'M3' THEN 4
            WHEN 'P4' THEN 5 WHEN 'TT' THEN 6 WHEN 'P5' THEN 7 WHEN 'm6' THEN 8 WHEN 'M6' THEN 9
            WHEN 'm7' THEN 10 WHEN 'M7' THEN 11 WHEN 'P8' THEN 12
            WHEN 'm2-' THEN -1 WHEN 'M2-' THEN -2 WHEN 'm3-' THEN -3 WHEN 'M3-' THEN -4
            WHEN 'P4-' THEN -5 WHEN 'TT-' THEN -6 WHEN 'P5-' THEN -7 WHEN 'm6-' THEN -8
            WHEN 'M6-' THEN -9 WHEN 'm7-' THEN -10 WHEN 'M7-' THEN -11 WHEN 'P8-' THEN -12 END)
        ) STRICT;
        CREATE INDEX \(name)_timestamp ON \(name) (timestamp, sequence);
        """)
  }
}
