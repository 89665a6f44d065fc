import Foundation
internal import GRDB

/// Takes staged rows into the history: all of them in one transaction, or none.
///
/// The history is locked only while rows go from one table into the other; everything that takes
/// longer happens before. What another Peach stores meanwhile is not lost sight of: then the plan is
/// made again.
struct HistoryJoin {
  let queue: DatabaseQueue
  let plan: JoinPlan

  /// How often the plan is made beside the lock before it is made under it.
  private static let attempts = 3

  typealias Counts = [RecordContent.Training: TrainingCounts]

  /// What taking in the rows would do.
  func preview() throws -> Counts { try made().counts }

  /// Takes in the rows.
  ///
  /// - Parameter check: called once, under the lock, before anything is changed; what it throws keeps
  ///   the history as it is.
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
      // Temporary tables are written to, the history is read.
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
    for training in RecordContent.Training.allCases {
      if plan.isReplacing {
        try database.execute(sql: "DELETE FROM main.\(training.table)")
      } else {
        try database.execute(
          sql: """
            DELETE FROM main.\(training.table) WHERE sequence IN
              (SELECT sequence FROM temp.superseded WHERE training = ?)
            """, arguments: [training.rawValue])
      }
    }
    for training in RecordContent.Training.allCases {
      try insert(training, database)
      let stored = database.changesCount
      // An id that was made for a row may be that of another content which somebody has edited.
      let missing = try arrangedCount(training, database) - stored
      guard missing > 0 else { continue }
      counts[training, default: TrainingCounts()].new -= missing
      counts[training, default: TrainingCounts()].conflicts += missing
    }
    return counts
  }

  private static let stored = [RowVerdict.new, .winning].map { "\($0.rawValue)" }
    .joined(separator: ", ")

  /// Puts the rows that are to be stored in the order of time, in which rows that come one by one would
  /// stand, so that nothing is left to be done under the lock but to copy them.
  private func arrange(_ database: Database) throws {
    for training in RecordContent.Training.allCases {
      let second = training == .comparison ? "CAST(secondResult AS INTEGER)" : "secondResult"
      try database.execute(
        sql: """
          DROP TABLE IF EXISTS temp.\(Staging.arranged(training));
          CREATE TEMP TABLE \(Staging.arranged(training)) AS
          SELECT coalesce(verdict.id, staged.id) AS id, referenceNote, targetNote, firstResult,
            \(second) AS secondResult, interval, tuningSystem, timestamp
          FROM temp.staged LEFT JOIN temp.verdict USING (line)
          WHERE training = \(training.rawValue)
            AND coalesce(verdict, \(RowVerdict.new.rawValue)) IN (\(Self.stored))
          ORDER BY timestamp, line
          """)
    }
  }

  private func arrangedCount(
    _ training: RecordContent.Training, _ database: Database
  ) throws -> Int {
    // The rows are numbered from 1 and none is taken away.
    try Int.fetchOne(
      database, sql: "SELECT max(rowid) FROM temp.\(Staging.arranged(training))") ?? 0
  }

  private func insert(_ training: RecordContent.Training, _ database: Database) throws {
    let columns = training.resultColumns
    try database.execute(
      sql: """
        INSERT OR IGNORE INTO main.\(training.table)
          (id, referenceNote, targetNote, \(columns.first), \(columns.second), interval,
            tuningSystem, timestamp)
        SELECT id, referenceNote, targetNote, firstResult, secondResult, interval, tuningSystem,
          timestamp
        FROM temp.\(Staging.arranged(training)) ORDER BY rowid
        """)
  }
}
