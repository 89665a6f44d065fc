internal import GRDB
import Training

extension HistoryFinding {
  fileprivate var unreadableTable: String? {
    guard case .unreadableRows(let table, _, _, _) = self else { return nil }
    return table
  }
}

/// Checks the records of a database.
struct DatabaseInspection {
  let database: Database

  /// How many of SQLite's findings are passed on; a damaged file has thousands.
  private static let mostFindings = 10

  /// How many of them are looked through: it counts each row that breaks a rule, too.
  private static let mostExamined = 1000

  /// How many unreadable rows of one column are named.
  private static let mostNamed = 10

  /// - Parameter progress: called before each step with the share of the usual time that has
  ///   passed.
  func findings(progress: (Double) -> Void) throws -> [HistoryFinding] {
    progress(0)
    let damage = try String.fetchAll(
      database, sql: "PRAGMA integrity_check(\(Self.mostExamined))"
    ).filter { $0 != "ok" }
    do {
      let rows = try rows(progress)
      let inRows = Set(rows.compactMap(\.unreadableTable))
      let others = damage.filter { message in !inRows.contains { Self.isAboutRow(message, $0) } }
      return try others.prefix(Self.mostFindings).map { .damaged($0) } + rows + foreignObjects()
    } catch  where !damage.isEmpty {
      // Further queries on a damaged file may fail.
      return damage.prefix(Self.mostFindings).map { .damaged($0) }
    }
  }

  /// Whether SQLite says that a value of a row breaks a rule of its table, which the inspection of
  /// rows says better. The words are those of SQLite's `sqlite3Pragma`, case `integrity_check`.
  private static func isAboutRow(_ message: String, _ table: String) -> Bool {
    message.contains(" value in \(table).") || message == "CHECK constraint failed in \(table)"
  }

  private func rows(_ progress: (Double) -> Void) throws -> [HistoryFinding] {
    let steps: [(share: Double, step: () throws -> [HistoryFinding])] = [
      (0.3, { Self.findings(try unreadableResults()) }),
      (0.69, { Self.findings(try RunRecord.unreadable(database)) }), (0.7, repeatedIDs),
      (0.85, doubled),
    ]
    var findings: [HistoryFinding] = []
    for (share, step) in steps {
      progress(share)
      findings += try step()
    }
    return findings
  }

  private func unreadableResults() throws -> [UnreadableRow] {
    var unreadable: [UnreadableRow] = []
    try ResultRowReader().forEach("sequence", [Int.max], database) { row in
      do throws(UnreadableRow) {
        _ = try row.result()
      } catch {
        unreadable.append(error)
      }
    }
    return unreadable
  }

  /// A finding for each column of the one table that the rows are in.
  private static func findings(_ unreadable: [UnreadableRow]) -> [HistoryFinding] {
    Dictionary(grouping: unreadable, by: \.column).sorted { $0.key < $1.key }.map { column, rows in
      .unreadableRows(
        table: rows[0].table, column: column, count: rows.count,
        firstSequences: Array(rows.compactMap(\.sequence).prefix(mostNamed)))
    }
  }

  /// Reads without the index, which may be what is damaged.
  private func repeatedIDs() throws -> [HistoryFinding] {
    let count =
      try Int.fetchOne(
        database,
        sql: """
          SELECT count(*) FROM (
            SELECT id FROM main.result NOT INDEXED GROUP BY id HAVING count(*) > 1)
          """) ?? 0
    return count == 0 ? [] : [.repeatedIDs(count: count)]
  }

  /// Records that are equal in everything, to the millisecond. Records at whole seconds, and those
  /// that an import has numbered, came from elsewhere: there two results may well be alike.
  private func doubled() throws -> [HistoryFinding] {
    let content =
      ["training", "timestamp", "referenceNote", "interval", "tuningSystem"]
      + ResultFields.measures.map(\.name)
    let count =
      try Int.fetchOne(
        database,
        sql: """
          SELECT ifnull(sum(more), 0) FROM (
            SELECT count(*) - 1 AS more FROM main.result
            WHERE timestamp % 1000 <> 0 AND substr(id, 15, 1) <> '5'
            GROUP BY \(content.joined(separator: ", ")) HAVING count(*) > 1)
          """) ?? 0
    return count == 0 ? [] : [.doubledRecords(count: count)]
  }

  private func foreignObjects() throws -> [HistoryFinding] {
    let known =
      Schema.tables + Schema.views.map(\.name)
      + ["timestamp", "withdrawn", "kind", "run", "map"].map {
        "\(RecordedResult.databaseTableName)_\($0)"
      }
    let names = try String.fetchAll(
      database, sql: "SELECT name FROM sqlite_master WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")
    let foreign = names.filter { !known.contains($0) }
    return foreign.isEmpty ? [] : [.foreignObjects(foreign)]
  }
}
