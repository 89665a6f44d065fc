import Foundation
internal import GRDB
import Training

/// Adds staged rows to the history: all of them in one transaction, or none.
///
/// The history is locked only while rows are copied from one table to the other; everything that
/// takes longer happens before. If another Peach stores something meanwhile, the plan is made
/// again.
struct HistoryJoin {
  let queue: DatabaseQueue
  let plan: JoinPlan

  /// How often the plan is made without the lock before it is made under it.
  private static let attempts = 3

  typealias Counts = [TrainingName: TrainingCounts]

  /// What adding the rows would do.
  func preview() throws -> Counts { try made().counts }

  /// Adds the rows.
  ///
  /// - Parameter check: called once, under the lock, before anything is changed. If it throws, the
  ///   history stays as it is.
  func perform(check: () throws -> Void) throws -> Counts {
    for attempt in 1... {
      let isLast = attempt == Self.attempts
      let (counts, version) = try made()
      let result: Counts? = try queue.writeWithoutTransaction { database in
        var result: Counts?
        try Staging.enlargeCache(database)
        try database.inTransaction(.immediate) {
          var counts = counts
          if try Self.version(database) != version {
            guard isLast else { return .rollback }
            counts = try plan.make(database)
            try arrange(database)
          }
          try check()
          result = try apply(counts, database)
          try Task.checkCancellation()
          return .commit
        }
        return result
      }
      if let result { return result }
    }
    return [:]
  }

  /// The plan, and the state of the history that it is for.
  private func made() throws -> (counts: Counts, version: Int) {
    try queue.writeWithoutTransaction { database in
      var made: (Counts, Int) = ([:], 0)
      // Only temporary tables are written to; the history is read.
      try database.inTransaction(.deferred) {
        let version = try Self.version(database)
        made = (try plan.make(database), version)
        try arrange(database)
        return .commit
      }
      return made
    }
  }

  /// Changes whenever another connection has changed the history.
  private static func version(_ database: Database) throws -> Int {
    try Int.fetchOne(database, sql: "PRAGMA main.data_version") ?? 0
  }

  private func apply(_ planned: Counts, _ database: Database) throws -> Counts {
    var counts = planned
    for type in RecordedResult.types {
      if plan.isReplacing {
        try database.execute(sql: "DELETE FROM main.\(type.databaseTableName)")
      } else {
        try database.execute(
          sql: """
            DELETE FROM main.\(type.databaseTableName) WHERE sequence IN
              (SELECT sequence FROM temp.superseded WHERE training = ?)
            """, arguments: [type.training.rawValue])
      }
    }
    if plan.isReplacing { try database.execute(sql: "DELETE FROM main.trainingRun") }
    try database.execute(
      sql: """
        INSERT OR IGNORE INTO main.trainingRun (\(RunRecord.columns))
        SELECT \(RunRecord.columns) FROM temp.stagedRun ORDER BY rowid
        """)
    for type in RecordedResult.types {
      if !plan.isReplacing { try applyCompleted(type, database) }
      try insert(type, database)
      let stored = database.changesCount
      // An id that was made for a row may belong to another content, which somebody has edited.
      let missing = try arrangedCount(type, database) - stored
      guard missing > 0 else { continue }
      counts[type.training, default: TrainingCounts()].new -= missing
      counts[type.training, default: TrainingCounts()].conflicts += missing
    }
    return counts
  }

  private static let stored = [RowVerdict.new, .winning].map { "\($0.rawValue)" }
    .joined(separator: ", ")

  /// The columns of the type's table but for the id.
  private static func columns(of type: any TrainingRecord.Type) -> String {
    type.columns.filter { $0 != "id" }.joined(separator: ", ")
  }

  /// The values of ``columns(of:)`` in rows that are to be stored. A row that takes the place of one
  /// that was taken back is taken back itself.
  private static func arranged(_ type: any TrainingRecord.Type) -> String {
    let table = "main.\(type.databaseTableName)"
    return columns(of: type).replacing(
      "withdrawn",
      with: """
        CASE WHEN verdict = \(RowVerdict.winning.rawValue) AND EXISTS (
          SELECT 1 FROM \(table) AS old WHERE old.id = staged.id AND old.withdrawn = 1)
        THEN 1 ELSE staged.withdrawn END AS withdrawn
        """)
  }

  /// Puts the rows that are to be stored in order of time, as if they had come one by one, so that
  /// under the lock they only have to be copied.
  private func arrange(_ database: Database) throws {
    for type in RecordedResult.types {
      try database.execute(
        sql: """
          DROP TABLE IF EXISTS temp.\(Staging.arranged(type.training));
          CREATE TEMP TABLE \(Staging.arranged(type.training)) AS
          SELECT coalesce(verdict.id, staged.id) AS id, \(Self.arranged(type))
          FROM temp.staged LEFT JOIN temp.verdict USING (line)
          WHERE training = '\(type.training.rawValue)'
            AND coalesce(verdict, \(RowVerdict.new.rawValue)) IN (\(Self.stored))
          ORDER BY timestamp, line
          """)
      try complete(type, database)
    }
  }

  /// The columns that say how an answer came about.
  private static let context = SharedColumn.context.map(\.name)

  /// Finds out what the rows of the history lack that those of the same id have. A result that was
  /// taken back on either side is taken back.
  private func complete(_ type: any TrainingRecord.Type, _ database: Database) throws {
    let values = Self.context.map { name in
      if name == "withdrawn" {
        return "nullif(max(ifnull(two.withdrawn, 0), ifnull(one.withdrawn, 0)), 0)"
      }
      // If both have a value, the smaller one stays: whatever comes first, the outcome is the same.
      let value = "min(coalesce(two.\(name), one.\(name)), coalesce(one.\(name), two.\(name)))"
      // Of another result only the id is the same.
      return "CASE verdict WHEN \(RowVerdict.losing.rawValue) THEN two.\(name) ELSE \(value) END"
    }
    let present = Self.context.map { "two.\($0)" }.joined(separator: ", ")
    let named = zip(values, Self.context).map { "\($0) AS \($1)" }.joined(separator: ", ")
    let known = [RowVerdict.present, .losing].map { "\($0.rawValue)" }.joined(separator: ", ")
    try database.execute(
      sql: """
        DROP TABLE IF EXISTS temp.\(Staging.completed(type.training));
        CREATE TEMP TABLE \(Staging.completed(type.training)) AS
        SELECT two.sequence AS place, \(named)
        FROM temp.staged AS one JOIN temp.verdict USING (line)
        CROSS JOIN main.\(type.databaseTableName) AS two ON two.id = one.id
        WHERE verdict IN (\(known)) AND one.training = '\(type.training.rawValue)'
          AND (\(values.joined(separator: ", "))) IS NOT (\(present));
        """)
  }

  private func applyCompleted(_ type: any TrainingRecord.Type, _ database: Database) throws {
    let columns = Self.context.joined(separator: ", ")
    let completed = "temp.\(Staging.completed(type.training))"
    try database.execute(
      sql: """
        UPDATE main.\(type.databaseTableName) AS two SET (\(columns)) =
          (SELECT \(columns) FROM \(completed) WHERE place = two.sequence)
        WHERE sequence IN (SELECT place FROM \(completed))
        """)
  }

  private func arrangedCount(
    _ type: any TrainingRecord.Type, _ database: Database
  ) throws -> Int {
    // The rows are numbered from 1 and none is taken away.
    try Int.fetchOne(
      database, sql: "SELECT max(rowid) FROM temp.\(Staging.arranged(type.training))") ?? 0
  }

  private func insert(_ type: any TrainingRecord.Type, _ database: Database) throws {
    let columns = Self.columns(of: type)
    try database.execute(
      sql: """
        INSERT OR IGNORE INTO main.\(type.databaseTableName) (id, \(columns))
        SELECT id, \(columns)
        FROM temp.\(Staging.arranged(type.training)) ORDER BY rowid
        """)
  }
}
