internal import CLibUUID
import Files
import Foundation
internal import GRDB
import Training

/// Results to be added to the history, in a temporary database that disappears with the connection.
///
/// They are added by id. A result without an id gets one that follows from its content and from its
/// number among those of the same content, so two machines that read one file give its results the
/// same ids. Such an id only states that there are that many results of this content. A result with
/// an id of its own is one of them, and replaces one whose id was made. Of one content there are in
/// the end as many results as the larger side has, and the same ones whatever came first.
struct Staging {
  private let database: Database
  private let insertion: Statement

  /// Makes the tables; remove them with ``remove(_:)``.
  init(_ database: Database) throws {
    let columns = ResultFields.all.map { "\($0.name) \($0.domain.columnType)" }
      .joined(separator: ", ")
    let runs = RunRecord.fields.map { "\($0.name) \($0.domain.columnType)" }.joined(separator: ", ")
    self.database = database
    try database.execute(
      sql: """
        CREATE TEMP TABLE staged (
          line INTEGER PRIMARY KEY, training TEXT NOT NULL, \(columns), verdict TEXT);
        CREATE TEMP TABLE superseded (id TEXT PRIMARY KEY) WITHOUT ROWID;
        CREATE TEMP TABLE stagedRun (\(runs), UNIQUE (id));
        """)
    let places = Array(repeating: "?", count: ResultFields.all.count + 1).joined(separator: ", ")
    insertion = try database.makeStatement(
      sql: """
        INSERT INTO temp.staged (training, \(ResultFields.all.map(\.name).joined(separator: ", ")))
        VALUES (\(places))
        """)
  }

  func add(_ result: RecordedResult, hasID: Bool) throws {
    var values = result.storedValues
    if !hasID { values[RecordedResult.placeOfID] = nil }
    try insertion.execute(arguments: StatementArguments(values))
  }

  func add(_ run: RunRecord) throws { try run.insert(database, into: "temp.stagedRun") }

  /// Gives the rows without an id one, when all rows are there.
  func finish() throws {
    database.add(function: Self.madeID)
    try database.execute(sql: "CREATE INDEX temp.staged_id ON staged (id, line)")
    for level in Level.allCases { try makeIDs(level) }
  }

  static func remove(_ database: Database) throws {
    try database.execute(
      sql: """
        DROP TABLE IF EXISTS temp.staged;
        DROP TABLE IF EXISTS temp.superseded;
        DROP TABLE IF EXISTS temp.stagedRun;
        PRAGMA main.cache_size = -2000;
        """)
  }

  // MARK: Contents

  /// The content of a result, in one line that is always written the same way. Ids are made from
  /// it, so it never changes: a later field of the records is not part of it. A spreadsheet keeps
  /// 15 digits of a number, so numbers are rounded.
  private static func content(of table: String, time: String) -> String {
    let numbers = [
      "centOffset", "isCorrect", "isFirstTrue", "initialCentOffset", "userCentError", "uncertainty",
      "drift",
    ].map { name in
      // `isFirstTrue` is of purity alone; the sum makes a zero of a negative one.
      " || CASE WHEN \(table).\(name) IS NULL THEN '' ELSE (round(\(table).\(name), 6) + 0.0) || ' ' END"
    }
    return """
      (\(table).training || ' ' || \(time) || ' ' || ifnull(\(table).referenceNote, \(table).targetNote) \
      || ' ' || ifnull(\(table).interval, 'P1') \
      || ' '\(numbers.joined()) || \(table).tuningSystem)
      """
  }

  /// The order of two contents.
  private static func order(of table: String) -> String {
    let numbers = ["centOffset", "initialCentOffset", "userCentError", "uncertainty", "drift"]
    return "(\(content(of: table, time: "\(table).timestamp")), "
      + numbers.map { "ifnull(\(table).\($0), 0)" }.joined(separator: ", ") + ")"
  }

  /// True if two results of one id are the same: the file may have been saved by a spreadsheet.
  ///
  /// - Parameter exactly: true if numbers have to be equal to the last digit.
  private static func areSame(_ one: String, _ two: String, exactly: Bool) -> String {
    ([
      "training", "timestamp", "referenceNote", "targetNote", "interval", "tuningSystem",
      "isCorrect", "isFirstTrue", "oddPlace", "answeredPlace",
    ]
    .map { "\(one).\($0) IS \(two).\($0)" }
      + ["centOffset", "initialCentOffset", "userCentError", "uncertainty", "drift"].map { name in
        let (one, two) = ("\(one).\(name)", "\(two).\(name)")
        return exactly
          ? "\(one) IS \(two)"
          : "(\(one) IS \(two) OR ifnull(abs(\(one) - \(two)) <= max(1e-6, 1e-9 * abs(\(two))), 0))"
      }).joined(separator: " AND ")
  }

  /// The comparison of the times of results whose ids were made: a whole second, as the app writes
  /// it, stands for all of that second; a fraction stands for itself.
  private enum Level: CaseIterable {
    case fractions, seconds

    /// True if a row's id is one of its own at this level.
    func isOwn(_ table: String) -> String {
      let isOwn = "(substr(\(table).id, 15, 1) <> '5')"
      return self == .fractions ? isOwn : "(\(isOwn) OR \(table).timestamp % 1000 <> 0)"
    }

    /// The rows that it compares.
    func condition(_ table: String) -> String {
      self == .fractions ? "\(table).timestamp % 1000 <> 0" : "TRUE"
    }

    /// The part of the content that is equal in results that may be the same one.
    func content(of table: String) -> String {
      Staging.content(
        of: table,
        time: self == .fractions ? "\(table).timestamp" : "(\(table).timestamp / 1000)")
    }
  }

  private static let namespace: uuid_t = (
    0x8C, 0x3A, 0x5E, 0x1D, 0x0B, 0x7F, 0x4E, 0x62, 0x9A, 0x47, 0x2E, 0xD6, 0x13, 0xC5, 0x90, 0xFB
  )

  /// The id of the result of a content and a number, from 1, among its like: a version 5 UUID.
  private static let madeID = DatabaseFunction("madeID", argumentCount: 2, pure: true) { values in
    guard let number = Int.fromDatabaseValue(values[0]),
      let content = String.fromDatabaseValue(values[1])
    else { return nil }
    return UUID(of: "\(number) \(content)", in: namespace).storedText
  }

  /// Gives the rows of a level without an id the smallest numbers that no other row of the file
  /// has, after those of the rows with an id of their own.
  private func makeIDs(_ level: Level) throws {
    let content = Self.content(of: "staged", time: "timestamp")
    let isNameless =
      "id IS NULL AND (timestamp % 1000 <> 0) = \(level == .fractions ? 1 : 0)"
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT line, content, owns FROM (
          SELECT line, \(isNameless) AS isNameless, \(content) AS content,
            \(level.content(of: "staged")) AS part,
            count(*) FILTER (WHERE id IS NOT NULL AND \(level.isOwn("staged"))) OVER same AS owns
          FROM temp.staged
          WHERE EXISTS (SELECT 1 FROM temp.staged WHERE \(isNameless)) AND \(level.condition("staged"))
          WINDOW same AS (PARTITION BY \(level.content(of: "staged"))))
        WHERE isNameless ORDER BY part, content, line
        """)
    let isTaken = try database.makeStatement(
      sql: "SELECT 1 FROM temp.staged WHERE id = madeID(?, ?)")
    try database.execute(
      sql: "CREATE TEMP TABLE made (line INTEGER PRIMARY KEY, number INTEGER, content TEXT)")
    let insertion = try database.makeStatement(sql: "INSERT INTO temp.made VALUES (?, ?, ?)")
    var last: (content: String, number: Int) = ("", 0)
    while let row = try rows.next() {
      let content: String = row[1]
      if content != last.content { last = (content, row[2]) }
      repeat {
        last.number += 1
      } while try Int.fetchOne(
        isTaken, arguments: [last.number, content]) != nil
      try insertion.execute(arguments: [row[0] as Int64, last.number, content])
    }
    try database.execute(
      sql: """
        UPDATE temp.staged SET id = madeID(made.number, made.content) FROM temp.made
        WHERE made.line = staged.line;
        DROP TABLE temp.made;
        """)
  }

  // MARK: Joining

  /// The treatment of an id with another content.
  enum Conflict {
    /// The content in the history stays.
    case historyStays
    /// The content that sorts first wins, whichever side it is on.
    case firstWins
  }

  typealias Counts = [TrainingName: TrainingCounts]

  /// Decides about each staged row, and about rows of the history that have to be deleted. Call it
  /// in the transaction in which the rows are added.
  ///
  /// - Parameter isReplacing: true if the history is emptied first, so that nothing in it matters.
  static func plan(
    _ database: Database, _ conflict: Conflict, isReplacing: Bool
  ) throws -> Counts {
    try database.execute(
      sql: """
        PRAGMA main.cache_size = -32768;
        UPDATE temp.staged SET verdict = NULL WHERE verdict IS NOT NULL;
        DELETE FROM temp.superseded;
        UPDATE temp.staged AS two
        SET verdict = CASE WHEN \(areSame("one", "two", exactly: conflict == .firstWins))
          THEN 'repeated' ELSE 'losing' END
        FROM (SELECT id, min(line) AS line FROM temp.staged GROUP BY id HAVING count(*) > 1) AS several
        JOIN temp.staged AS one ON one.line = several.line
        WHERE two.id = several.id AND two.line > several.line
        """)
    if !isReplacing {
      // A row that replaces one that was taken back is taken back itself.
      try database.execute(
        sql: """
          UPDATE temp.staged AS one
          SET verdict = CASE WHEN \(areSame("one", "two", exactly: conflict == .firstWins)) THEN 'present'
              WHEN \(conflict == .firstWins) AND \(order(of: "one")) < \(order(of: "two")) THEN 'winning' ELSE 'losing' END,
            withdrawn = nullif(max(ifnull(one.withdrawn, 0), ifnull(two.withdrawn, 0)), 0)
          FROM main.result AS two
          WHERE two.id = one.id AND one.verdict IS NULL
          """)
    }
    try Task.checkCancellation()
    for level in Level.allCases { try compare(level, isReplacing, database) }
    return try counts(database)
  }

  /// Compares results of one content: those whose ids were made stay as far as either side has more
  /// results than there are with an id of their own, with the smallest ids.
  private static func compare(
    _ level: Level, _ isReplacing: Bool, _ database: Database
  ) throws {
    let isMade = "substr(id, 15, 1) = '5'"
    let history = """
      SELECT * FROM main.result
      WHERE timestamp / 1000 IN (SELECT timestamp / 1000 FROM temp.staged)
        AND id NOT IN (SELECT id FROM temp.superseded)
        AND id NOT IN (SELECT id FROM temp.staged WHERE verdict = 'winning')
      """
    let isNeeded = try Bool.fetchOne(
      database,
      sql: """
        SELECT EXISTS (SELECT 1 FROM temp.staged WHERE \(isMade))
          \(isReplacing ? "" : "OR EXISTS (SELECT 1 FROM main.result WHERE \(isMade))")
        """)
    guard isNeeded == true else { return }
    if !isReplacing { try checkComparable(history, database) }
    let stored = """
      UNION ALL SELECT id, \(level.content(of: "old")), \(level.isOwn("old")), 1, 0
      FROM (\(history)) AS old WHERE \(level.condition("old"))
      """
    try database.execute(
      sql: """
        INSERT OR IGNORE INTO temp.superseded
        SELECT id FROM (
          SELECT id, isOwn, row_number() OVER (PARTITION BY content, isOwn ORDER BY id) AS place,
            max(sum(isStored) OVER same, sum(isFiled) OVER same, sum(isOwn) OVER same)
              - sum(isOwn) OVER same AS most
          FROM (
            SELECT content, id, isOwn, max(isStored) AS isStored, max(isFiled) AS isFiled
            FROM (
              SELECT id, \(level.content(of: "new")) AS content,
                \(level.isOwn("new")) AS isOwn, 0 AS isStored, 1 AS isFiled
              FROM temp.staged AS new
              WHERE ifnull(verdict, '') NOT IN ('repeated', 'losing', 'superseded')
                AND \(level.condition("new"))
              \(isReplacing ? "" : stored))
            GROUP BY content, id)
          WINDOW same AS (PARTITION BY content))
        WHERE NOT isOwn AND place > most;
        UPDATE temp.staged SET verdict = 'superseded'
        WHERE verdict IS NULL AND id IN (SELECT id FROM temp.superseded);
        """)
  }

  /// Throws ``UnreadableRow`` for a row of the history that cannot be compared.
  private static func checkComparable(_ rows: String, _ database: Database) throws {
    for name in ["referenceNote", "targetNote", "interval", "tuningSystem", "training", "id"] {
      let isOfTrials = ["referenceNote", "interval"].contains(name)
      let needed = isOfTrials ? " AND training <> 'map'" : ""
      let row = try Row.fetchOne(
        database, sql: "SELECT sequence FROM (\(rows)) WHERE \(name) IS NULL\(needed) LIMIT 1")
      if let row {
        throw UnreadableRow(
          table: RecordedResult.databaseTableName, sequence: Int64.fromDatabaseValue(row[0]),
          column: name)
      }
    }
  }

  private static func counts(_ database: Database) throws -> Counts {
    var counts: Counts = [:]
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT training, ifnull(verdict, 'new'), count(*) FROM temp.staged GROUP BY 1, 2
        UNION ALL
        SELECT training, 'identified', count(*) FROM main.result
        WHERE id IN (SELECT id FROM temp.superseded) GROUP BY 1
        """)
    for row in rows {
      guard let training = TrainingName(rawValue: row[0]) else { continue }
      let (verdict, count): (String, Int) = (row[1], row[2])
      var new = counts[training, default: TrainingCounts()]
      switch verdict {
      case "new": new.new += count
      case "losing", "winning": new.conflicts += count
      case "identified":
        new.new -= count
        new.identified += count
      default: new.present += count
      }
      counts[training] = new
    }
    return counts
  }

  private static let columns = (["training"] + ResultFields.all.map(\.name)).joined(separator: ", ")

  /// Adds the rows as they were planned.
  static func apply(_ database: Database, isReplacing: Bool) throws {
    if isReplacing {
      try database.execute(sql: "DELETE FROM main.result; DELETE FROM main.trainingRun")
    } else {
      try complete(database)
      try database.execute(
        sql: """
          DELETE FROM main.result WHERE id IN (SELECT id FROM temp.superseded);
          DELETE FROM main.result WHERE id IN (SELECT id FROM temp.staged WHERE verdict = 'winning');
          """)
    }
    try database.execute(
      sql: """
        INSERT OR IGNORE INTO main.trainingRun (\(RunRecord.columns))
        SELECT \(RunRecord.columns) FROM temp.stagedRun ORDER BY rowid;
        INSERT INTO main.result (\(columns))
        SELECT \(columns) FROM temp.staged WHERE ifnull(verdict, 'winning') = 'winning'
        ORDER BY timestamp, line;
        """)
  }

  /// Completes rows of the history with values of staged rows of the same id. If both have a value,
  /// the smaller one stays: whatever comes first, the outcome is the same. A result that was taken
  /// back on either side is taken back.
  private static func complete(_ database: Database) throws {
    let names = ResultFields.context.map(\.name)
    let values = names.map { name -> String in
      if name == "withdrawn" {
        return "nullif(max(ifnull(two.withdrawn, 0), ifnull(one.withdrawn, 0)), 0)"
      }
      // Results with another content have only the id in common.
      return """
        CASE one.verdict WHEN 'losing' THEN two.\(name)
        ELSE min(coalesce(two.\(name), one.\(name)), coalesce(one.\(name), two.\(name))) END
        """
    }.joined(separator: ", ")
    try database.execute(
      sql: """
        UPDATE main.result AS two SET (\(names.joined(separator: ", "))) = (\(values))
        FROM temp.staged AS one
        WHERE two.id = one.id AND one.verdict IN ('present', 'losing')
          AND (\(values)) IS NOT (\(names.map { "two.\($0)" }.joined(separator: ", ")))
        """)
  }
}

/// The folder of SQLite's temporary databases (<https://www.sqlite.org/tempfiles.html>, 5).
enum StagingFolder {
  static var current: String {
    let environment = ProcessInfo.processInfo.environment
    let named = ["SQLITE_TMPDIR", "TMPDIR"].compactMap { environment[$0] }
    return (named + ["/var/tmp", "/usr/tmp", "/tmp"]).first {
      FileStatus($0)?.isRegularFile == false && access($0, W_OK | X_OK) == 0
    } ?? "."
  }
}

extension UUID {
  /// The id of a name: always the same for the same name, and different for different names
  /// (version 5 of RFC 9562).
  init(of name: String, in namespace: uuid_t) {
    var name = name
    var id: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    name.withUTF8 { name in
      withUnsafeBytes(of: namespace) { namespace in
        withUnsafeMutableBytes(of: &id) { id in
          uuid_generate_sha1(
            id.assumingMemoryBound(to: UInt8.self).baseAddress,
            namespace.assumingMemoryBound(to: UInt8.self).baseAddress,
            name.baseAddress, name.count)
        }
      }
    }
    self.init(uuid: id)
  }
}
