internal import GRDB
import Training

/// The versions of the database, and the check that a database is Peach's.
///
/// Version 5 has one table for the results of all trainings. Versions 1 to 4 had a table for each;
/// their content is migrated in one step. Version 6 is the same with one more training, version 7
/// with the notes of maps, and version 8 with one more training and two columns; earlier versions
/// of Peach cannot read them.
enum Schema {
  /// Marks a database as Peach's in its header: "Peac".
  static let applicationID = 0x5065_6163

  /// The newest version that this Peach knows; SQLite's `user_version`.
  static let version = 8

  /// The first version with one table for all results.
  private static let oneTable = 5

  /// The names of the tables that Peach reads.
  static let tables = [RecordedResult.databaseTableName, RunRecord.databaseTableName]

  /// The trainings that versions 1 to 4 had a table for. From version 5 on a view of the same name
  /// shows the training's columns for queries of the file.
  static let views: [(name: String, training: TrainingName, measures: [String])] = [
    ("comparisonRecord", .comparison, ["centOffset", "isCorrect"]),
    ("pitchMatchingRecord", .matching, ["initialCentOffset", "userCentError"]),
    ("purityRecord", .purity, ["centOffset", "isCorrect", "isFirstTrue"]),
    (
      "playingRecord", .playing,
      [
        "userCentError", "outcome", "uncertainty", "drift", "vibratoRate", "vibratoExtent",
        "steadiness", "playedLength", "settleTime", "inputLevel", "octaves", "curve",
      ]
    ),
  ]

  static func version(of database: Database) throws -> Int { try pragma("user_version", database) }

  /// Throws if the database belongs to another program or to a newer Peach. A refused database
  /// stays as it is, byte for byte.
  static func check(_ database: Database) throws {
    let applicationID = try pragma("application_id", database)
    let foundVersion = try version(of: database)
    let isUntouched =
      try applicationID == 0 && foundVersion == 0 && pragma("schema_version", database) == 0
    guard applicationID == Self.applicationID || isUntouched else {
      throw DataStoreFault.foreignDatabase(applicationID: applicationID)
    }
    guard foundVersion <= version else {
      throw DataStoreFault.newerVersion(found: foundVersion, known: version)
    }
    try checkTables(database, foundVersion)
  }

  /// Throws if anything but a plain table has the name of one of Peach's, or if a trigger acts on
  /// one. Reading the schema computes nothing; querying a view may never end.
  private static func checkTables(_ database: Database, _ version: Int) throws {
    let read = tables + (version < oneTable ? views.map(\.name) : [])
    let names = read.map { "'\($0.lowercased())'" }.joined(separator: ", ")
    let foreign = try String.fetchOne(
      database,
      sql: """
        SELECT name FROM main.sqlite_master
        WHERE type = 'trigger' AND lower(tbl_name) IN (\(names))
          OR lower(name) IN (\(names)) AND (type <> 'table' OR sql LIKE 'CREATE VIRTUAL%')
        LIMIT 1
        """)
    if let foreign { throw DataStoreFault.foreignObject(name: foreign) }
  }

  /// Marks an empty database as Peach's, and migrates an older one to the newest version:
  /// completely, or not at all. Another Peach may be doing the same.
  static func prepare(_ queue: DatabaseQueue) throws {
    guard try queue.read({ try version(of: $0) }) < version else { return }
    try queue.write { database in
      try check(database)
      let found = try version(of: database)
      guard found < version else { return }
      if found < oneTable {
        try createResults(database)
      } else if found < 6 {
        try allowListening(database)
      }
      if found < 7 { try indexMaps(database) }
      try allowOddOnes(database)
      try database.execute(
        sql: """
          PRAGMA application_id = \(applicationID);
          PRAGMA user_version = \(version);
          """)
    }
    queue.inDatabase { $0.clearSchemaCache() }
  }

  private static func pragma(_ name: String, _ database: Database) throws -> Int {
    try Int.fetchOne(database, sql: "PRAGMA \(name)") ?? 0
  }
}

extension Schema {
  /// The check of the training in version 5; that of version 6 has one more training.
  private static let formerTrainings = "('comparison', 'matching', 'purity', 'playing', 'map')"
  private static let trainings =
    "('comparison', 'matching', 'purity', 'playing', 'map', 'listening')"

  /// The check of the measures of choices in versions 5 to 7, and in version 8.
  private static let formerChoices = "('comparison', 'purity')"
  private static let choices = "('comparison', 'purity', 'oddOne')"

  /// Migrates to version 6: a listening block has a row, with the first thing that was heard. No
  /// row is changed.
  static func allowListening(_ database: Database) throws {
    try change(formerTrainings, to: trainings, database)
  }

  /// Migrates to version 8: the one of three sounds that differed, and the one that was answered,
  /// from 1. No row is changed: one that ends before a column has NULL there. `ALTER TABLE` would
  /// refuse a table with a row that breaks a limit.
  static func allowOddOnes(_ database: Database) throws {
    let last = "practice INTEGER CHECK (practice IN (0, 1))"
    let columns = ["oddPlace", "answeredPlace"].map { name in
      """
      \(name) INTEGER CHECK (\(name) BETWEEN 1 AND 3)
        CHECK ((training IN ('oddOne')) = (\(name) IS NOT NULL))
      """
    }
    try change(last, to: ([last] + columns).joined(separator: ",\n  "), database)
    try change(trainings, to: trainings.replacing(")", with: ", 'oddOne')"), database)
    try change(formerChoices, to: choices, database)
  }

  /// Changes the text of checks, in the way that SQLite's documentation of ALTER TABLE describes
  /// for dropping constraints ("procedure for changes that do not affect the on-disk content").
  private static func change(
    _ former: String, to text: String, _ database: Database
  ) throws {
    let schema = try Int.fetchOne(database, sql: "PRAGMA schema_version") ?? 0
    try database.execute(sql: "PRAGMA writable_schema = ON")
    defer { try? database.execute(sql: "PRAGMA writable_schema = RESET") }
    try database.execute(
      sql: """
        UPDATE sqlite_schema SET sql = replace(sql, ?, ?) WHERE type = 'table' AND name = 'result'
        """, arguments: [former, text])
    try database.execute(sql: "PRAGMA schema_version = \(schema + 1)")
  }

  /// Migrates to version 7: an index of the last notes of an instrument.
  static func indexMaps(_ database: Database) throws {
    try database.execute(
      sql: "CREATE INDEX result_map ON result (label, timestamp, sequence) WHERE training = 'map'")
  }

  /// Creates the table for the results of all trainings, of versions 5 and 6.
  ///
  /// `sequence` is the order of arrival, for results of equal times. The timestamp is in
  /// milliseconds since 1970, UTC, up to the year 9999. The tuning system may be any text, since
  /// scales have names of their own. `curve` has at most 100 points: hundredths of a cent from the
  /// target, two bytes each, the lower one first. The time of an answer is limited only to ten
  /// million seconds, four months.
  ///
  /// A value that a training does not have is NULL. The limits are written out here and not taken
  /// from the code: the code may change, this version may not. The training `map` has notes without
  /// a reference.
  static func createResults(_ database: Database) throws {
    try database.execute(
      sql: """
        CREATE TABLE result (
          sequence INTEGER PRIMARY KEY,
          id TEXT NOT NULL UNIQUE CHECK (length(id) = 36 AND id NOT GLOB '*[^0-9a-f-]*'),
          training TEXT NOT NULL
            CHECK (training IN \(trainings)),
          timestamp INTEGER NOT NULL CHECK (timestamp BETWEEN 0 AND 253402300799999),
          referenceNote INTEGER CHECK (referenceNote BETWEEN 0 AND 127)
            CHECK (training = 'map' OR referenceNote IS NOT NULL),
          targetNote INTEGER CHECK (targetNote BETWEEN 0 AND 127) CHECK (targetNote IS NOT NULL),
          interval TEXT CHECK (training = 'map' OR interval IS NOT NULL),
          tuningSystem TEXT NOT NULL CHECK (tuningSystem <> ''),
          \(measures.map(column).joined(separator: ",\n  ")),
          soundSource TEXT CHECK (soundSource <> ''),
          noteDuration REAL CHECK (noteDuration > 0 AND noteDuration <= 60),
          amplitude REAL CHECK (amplitude BETWEEN -200 AND 200),
          referencePitch REAL CHECK (referencePitch BETWEEN 1 AND 100000),
          responseTime REAL CHECK (responseTime BETWEEN 0 AND 10000000),
          strategy TEXT CHECK (strategy <> ''),
          believedThreshold REAL CHECK (believedThreshold BETWEEN 0 AND 100000),
          heard INTEGER CHECK (heard BETWEEN 1 AND 1000000),
          input TEXT CHECK (input IN ('keyboard', 'midi', 'line', 'osc')),
          presentation TEXT CHECK (presentation IN ('melodic', 'harmonic')),
          accompaniment TEXT CHECK (accompaniment <> ''),
          withdrawn INTEGER CHECK (withdrawn IN (0, 1)),
          run TEXT CHECK (length(run) = 36 AND run NOT GLOB '*[^0-9a-f-]*'),
          plan TEXT CHECK (plan <> ''),
          block INTEGER CHECK (block BETWEEN 1 AND 1000000),
          label TEXT CHECK (label <> ''),
          participant TEXT CHECK (participant <> ''),
          session TEXT CHECK (session <> ''),
          condition TEXT CHECK (condition <> ''),
          practice INTEGER CHECK (practice IN (0, 1)),
          CHECK (interval IS NULL OR targetNote - referenceNote = CASE interval
            WHEN 'P1' THEN 0 WHEN 'm2' THEN 1 WHEN 'M2' THEN 2 WHEN 'm3' THEN 3 WHEN 'M3' THEN 4
            WHEN 'P4' THEN 5 WHEN 'TT' THEN 6 WHEN 'P5' THEN 7 WHEN 'm6' THEN 8 WHEN 'M6' THEN 9
            WHEN 'm7' THEN 10 WHEN 'M7' THEN 11 WHEN 'P8' THEN 12
            WHEN 'm2-' THEN -1 WHEN 'M2-' THEN -2 WHEN 'm3-' THEN -3 WHEN 'M3-' THEN -4
            WHEN 'P4-' THEN -5 WHEN 'TT-' THEN -6 WHEN 'P5-' THEN -7 WHEN 'm6-' THEN -8
            WHEN 'M6-' THEN -9 WHEN 'm7-' THEN -10 WHEN 'M7-' THEN -11 WHEN 'P8-' THEN -12
            ELSE 1000 END)
        ) STRICT
        """)
    try createRuns(database)
    try copyEarlierResults(database)
    // `result_kind` leads to the last results of a kind, and `result_run` to those of the user's
    // own training, also if there are none among a million others. A search has to name the two
    // values of the kind exactly as they are written here.
    try database.execute(
      sql: """
        CREATE INDEX result_timestamp ON result (timestamp, sequence);
        CREATE INDEX result_withdrawn ON result (training) WHERE withdrawn = 1;
        CREATE INDEX result_kind ON result
          (training, interval <> 'P1', presentation IS 'harmonic', timestamp, sequence);
        CREATE INDEX result_run ON result (timestamp, sequence) WHERE run IS NOT NULL;
        """)
    for (name, training, measures) in views {
      try database.execute(
        sql: """
          CREATE VIEW \(name) AS
          SELECT sequence, \((sharedColumns + measures + contextColumns).joined(separator: ", "))
          FROM result WHERE training = '\(training.rawValue)'
          """)
    }
  }

  /// A column that only some trainings have a value for.
  private typealias Measure = (name: String, type: String, check: String, trainings: [String])

  private static let measures: [Measure] = [
    ("centOffset", "REAL", "BETWEEN -1200 AND 1200", ["comparison", "purity"]),
    ("isCorrect", "INTEGER", "IN (0, 1)", ["comparison", "purity"]),
    ("initialCentOffset", "REAL", "BETWEEN -1200 AND 1200", ["matching"]),
    ("userCentError", "REAL", "BETWEEN -1200 AND 1200", ["matching", "playing", "map"]),
    ("isFirstTrue", "INTEGER", "IN (0, 1)", ["purity"]),
    ("outcome", "TEXT", "IN ('judged')", ["playing", "map"]),
    ("uncertainty", "REAL", "BETWEEN 0 AND 1200", ["playing", "map"]),
    ("drift", "REAL", "BETWEEN -1200 AND 1200", ["playing", "map"]),
    ("vibratoRate", "REAL", "BETWEEN 0 AND 100", ["playing", "map"]),
    ("vibratoExtent", "REAL", "BETWEEN 0 AND 1200", ["playing", "map"]),
    ("steadiness", "REAL", "BETWEEN 0 AND 1200", ["playing", "map"]),
    ("playedLength", "REAL", "BETWEEN 0 AND 10000", ["playing", "map"]),
    ("settleTime", "REAL", "BETWEEN 0 AND 10000", ["playing", "map"]),
    ("inputLevel", "REAL", "BETWEEN -300 AND 300", ["playing", "map"]),
    ("octaves", "INTEGER", "BETWEEN -10 AND 10", ["playing"]),
  ]

  private static func column(_ measure: Measure) -> String {
    let (name, type, check, trainings) = measure
    let names = trainings.map { "'\($0)'" }.joined(separator: ", ")
    return """
      \(name) \(type) CHECK (\(name) \(check)) CHECK ((training IN (\(names))) = (\(name) IS NOT NULL))
      """ + (name == "octaves" ? ",\n  \(curve)" : "")
  }

  /// The column of the course of a note, which is optional.
  private static let curve = """
    curve BLOB CHECK (length(curve) <= 200 AND length(curve) % 2 = 0)
      CHECK (curve IS NULL OR training = 'playing')
    """

  private static let sharedColumns = [
    "id", "referenceNote", "targetNote", "interval", "tuningSystem", "timestamp",
  ]

  /// The columns of version 2.
  private static let contextColumns = [
    "soundSource", "noteDuration", "amplitude", "referencePitch", "responseTime", "strategy",
    "believedThreshold", "heard", "input", "presentation", "accompaniment", "withdrawn", "run",
  ]

  private static func createRuns(_ database: Database) throws {
    let hasRuns = try columns(of: "trainingRun", database).isEmpty == false
    try database.execute(
      sql: hasRuns
        ? "ALTER TABLE trainingRun ADD COLUMN timeZone TEXT CHECK (timeZone <> '')"
        : """
        CREATE TABLE trainingRun (
          sequence INTEGER PRIMARY KEY,
          id TEXT NOT NULL UNIQUE CHECK (length(id) = 36 AND id NOT GLOB '*[^0-9a-f-]*'),
          start INTEGER NOT NULL CHECK (start BETWEEN 0 AND 253402300799999),
          version TEXT NOT NULL CHECK (version <> ''),
          sampleRate INTEGER NOT NULL CHECK (sampleRate BETWEEN 1 AND 10000000),
          bufferSize INTEGER NOT NULL CHECK (bufferSize BETWEEN 1 AND 10000000),
          outputs TEXT NOT NULL CHECK (outputs <> ''),
          seed TEXT CHECK (seed <> '' AND seed NOT GLOB '*[^0-9]*'),
          timeZone TEXT CHECK (timeZone <> '')
        ) STRICT
        """)
  }

  /// Copies the content of versions 1 to 4: each row with its id and all its values, numbered again
  /// in order of time. The tables of later versions, and the columns of version 2, may be missing.
  ///
  /// A row that breaks a limit is copied, and every reader names it; one that has no time or no id,
  /// or a value of a wrong type, cannot be stored: it is named, and the database stays as it is.
  private static func copyEarlierResults(_ database: Database) throws {
    let all = sharedColumns + measures.map(\.name) + ["curve"] + contextColumns
    var parts: [String] = []
    for (table, training, _) in views {
      let present = try columns(of: table, database)
      guard !present.isEmpty else { continue }
      let values = all.map { present.contains($0) ? $0 : "NULL AS \($0)" }
      parts.append(
        """
        SELECT '\(training.rawValue)' AS training, sequence, \(values.joined(separator: ", "))
        FROM main.\(table)
        """)
    }
    guard !parts.isEmpty else { return }
    let columns = all.joined(separator: ", ")
    try database.execute(sql: "PRAGMA ignore_check_constraints = ON")
    defer { try? database.execute(sql: "PRAGMA ignore_check_constraints = OFF") }
    do {
      try database.execute(
        sql: """
          INSERT INTO result (training, \(columns))
          SELECT training, \(columns) FROM (\(parts.joined(separator: " UNION ALL ")))
          ORDER BY timestamp, training, sequence
          """)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
      throw try unstorableRow(database) ?? error
    }
    for table in views.map(\.name) + ["grdb_migrations"] {
      try database.execute(sql: "DROP TABLE IF EXISTS main.\(table)")
    }
  }

  /// The first row of an earlier table that the table of version 5 cannot hold.
  private static func unstorableRow(_ database: Database) throws -> UnreadableRow? {
    let texts = [
      "id", "interval", "tuningSystem", "outcome", "soundSource", "strategy", "input",
      "presentation", "accompaniment", "run",
    ]
    for (table, _, _) in views {
      let present = try columns(of: table, database)
      for name in present where name != "sequence" {
        let allowed =
          name == "curve"
          ? ["blob"] : texts.contains(name) ? ["text"] : ["integer", "real"]
        let isRequired = ["id", "tuningSystem", "timestamp"].contains(name)
        let types = (allowed + (isRequired ? [] : ["null"])).map { "'\($0)'" }
        let row = try Row.fetchOne(
          database,
          sql: """
            SELECT sequence FROM main.\(table)
            WHERE typeof(\(name)) NOT IN (\(types.joined(separator: ", "))) LIMIT 1
            """)
        if let row {
          return UnreadableRow(
            table: table, sequence: Int64.fromDatabaseValue(row[0]), column: name)
        }
      }
    }
    return nil
  }

  private static func columns(of table: String, _ database: Database) throws -> [String] {
    try String.fetchAll(
      database, sql: "SELECT name FROM pragma_table_info(?, 'main')", arguments: [table])
  }
}
