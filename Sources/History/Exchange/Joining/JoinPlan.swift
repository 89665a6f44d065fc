import Foundation
internal import GRDB
import Training

/// Finds out what adding the staged rows means for the history, and writes it to `verdict` and
/// `superseded`. It only reads the history.
struct JoinPlan {
  /// What happens if an id is there with another content.
  enum Conflict {
    /// What is in the history stays.
    case historyStays
    /// The content that sorts first wins, whichever side it is on.
    case firstWins
  }

  let conflict: Conflict

  /// Whether the history is emptied first, so that nothing in it matters.
  let isReplacing: Bool

  func make(_ database: Database) throws -> [TrainingName: TrainingCounts] {
    try database.execute(sql: "DELETE FROM temp.verdict; DELETE FROM temp.superseded")
    try findRepeated(database)
    if !isReplacing { try findKnown(database) }
    try Task.checkCancellation()
    let identified =
      try mayHaveMadeIDs(database)
      ? ContentComparison(isReplacing: isReplacing).decide(database) : [:]
    return try counts(identified, database)
  }

  private static func content(of table: String) -> String {
    RecordContent.columns.map { "\(table).\($0)" }.joined(separator: ", ")
  }

  /// Columns of other trainings are NULL. What was a file may have gone through a spreadsheet; of two
  /// histories the one that sorts first wins, so that both have the same digits in the end.
  private var isSame: String {
    RecordContent.areSame("one", "two", exactly: conflict == .firstWins)
  }

  private func findRepeated(_ database: Database) throws {
    try database.execute(
      sql: """
        INSERT INTO temp.verdict (line, verdict)
        SELECT two.line, CASE WHEN \(isSame) THEN ? ELSE ? END
        FROM (SELECT id, min(line) AS line FROM temp.staged WHERE id IS NOT NULL
          GROUP BY id HAVING count(*) > 1) AS several
        JOIN temp.staged AS one ON one.line = several.line
        JOIN temp.staged AS two ON two.id = several.id AND two.line > one.line
        """,
      arguments: [RowVerdict.repeated.rawValue, RowVerdict.losing.rawValue])
  }

  private func findKnown(_ database: Database) throws {
    let text = RecordContent.canonicalTextFunction
    database.add(function: text)
    let isFirst =
      "\(text.name)(\(Self.content(of: "one"))) < \(text.name)(\(Self.content(of: "two")))"
    for type in RecordedResult.types {
      // In the order of the ids, so that the history's index of them is read once from start to
      // end.
      try database.execute(
        sql: """
          INSERT OR IGNORE INTO temp.verdict (line, verdict)
          SELECT one.line, CASE WHEN \(isSame) THEN :present
            WHEN :firstWins AND \(isFirst) THEN :winning ELSE :losing END
          FROM temp.staged AS one INDEXED BY staged_id
          CROSS JOIN (\(RecordContent.storedRows(of: type))) AS two ON two.id = one.id
          WHERE one.id IS NOT NULL
          """,
        arguments: [
          "present": RowVerdict.present.rawValue, "firstWins": conflict == .firstWins,
          "winning": RowVerdict.winning.rawValue, "losing": RowVerdict.losing.rawValue,
        ])
      guard conflict == .firstWins else { continue }
      try database.execute(
        sql: """
          INSERT INTO temp.superseded
          SELECT two.training, two.sequence
          FROM temp.verdict CROSS JOIN temp.staged AS one ON one.line = verdict.line
          CROSS JOIN (\(RecordContent.storedRows(of: type))) AS two ON two.id = one.id
          WHERE verdict.verdict = ?
          """, arguments: [RowVerdict.winning.rawValue])
    }
  }

  /// Whether any id was made from a content, or is still to be made. If not, ids alone decide.
  private func mayHaveMadeIDs(_ database: Database) throws -> Bool {
    let isMade = "substr(id, 15, 1) = '5'"
    let stored = RecordedResult.types.map {
      " OR EXISTS (SELECT 1 FROM main.\($0.databaseTableName) WHERE \(isMade))"
    }.joined()
    return try Bool.fetchOne(
      database,
      sql: """
        SELECT EXISTS (SELECT 1 FROM temp.staged WHERE id IS NULL OR \(isMade))
          \(isReplacing ? "" : stored)
        """) ?? false
  }

  /// - Parameter identified: how many rows of the history are replaced by one with an id of its
  ///   own.
  private func counts(
    _ identified: [TrainingName: Int], _ database: Database
  ) throws -> [TrainingName: TrainingCounts] {
    var counts: [TrainingName: TrainingCounts] = [:]
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT training, coalesce(verdict, ?), count(*)
        FROM temp.staged LEFT JOIN temp.verdict USING (line) GROUP BY 1, 2
        """, arguments: [RowVerdict.new.rawValue])
    while let row = try rows.next() {
      guard let training = TrainingName(rawValue: row[0]),
        let verdict = RowVerdict(rawValue: row[1])
      else { continue }
      let count: Int = row[2]
      switch verdict {
      case .new: counts[training, default: TrainingCounts()].new += count
      case .present, .repeated: counts[training, default: TrainingCounts()].present += count
      case .losing, .winning: counts[training, default: TrainingCounts()].conflicts += count
      }
    }
    for (training, count) in identified {
      counts[training, default: TrainingCounts()].new -= count
      counts[training, default: TrainingCounts()].identified += count
    }
    return counts
  }
}

/// What happens to a staged row.
enum RowVerdict: Int {
  /// It is stored, as is a row without a verdict.
  case new

  /// The history has it already.
  case present

  /// An earlier row of the file is the same.
  case repeated

  /// Its id belongs to another result, which stays.
  case losing

  /// Its id belonged to another result, whose place it takes.
  case winning
}
