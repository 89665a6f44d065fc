internal import GRDB
import Training

/// The versions of the database, and which databases are ours.
///
/// Version 5 has one table for the results of all trainings. Versions 1 to 4 had a table for each; whatever they
/// hold is brought over in one step. Version 6 is the same with one more training, version 7 with the notes of maps, and
/// version 8 with one more training and two columns; earlier versions of Peach cannot read them.
enum Schema {
  /// Marks a database as Peach's in its header: "Peac".
  static let applicationID = 0x5065_6163

  /// The newest version that this Peach knows; SQLite's `user_version`.
  static let version = 8

  /// The first version with one table for all results.
  private static let oneTable = 5

  /// The names of the tables that Peach reads.
  static let tables = [RecordedResult.databaseTableName, RunRecord.databaseTableName]

  /// The trainings that versions 1 to 4 had a table for. From version 5 on a view of the same name shows the
  /// training's columns to whoever queries the file.
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

  /// The version of that database.
  static func version(of database: Database) throws -> Int { try pragma("user_version", database) }

  /// Throws if the database belongs to another program or to a newer Peach.
  ///
  /// It only reads: a refused database stays as it is, byte for byte.
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

  /// Throws if anything but a plain table has the name of one of ours, or if a trigger acts on one.
  /// Reading the schema computes nothing; asking a view may never end.
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

  /// Marks an empty database as ours, and brings an older one to the newest version: wholly, or not at all.
  /// Another Peach may be doing the same at this moment.
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
