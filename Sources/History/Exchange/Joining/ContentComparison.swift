import Foundation
internal import GRDB
import Training

/// Compares the staged rows with those of the history that say the same within a second, group by
/// group, and records what happens to each. Memory holds the groups that the next row may belong to.
struct ContentComparison {
  let isReplacing: Bool

  /// - Returns: how many rows of the history are superseded.
  func decide(_ database: Database) throws -> [TrainingName: Int] {
    // Tables that are being read must not be written to.
    try database.execute(
      sql: """
        CREATE TEMP TABLE decided (line INTEGER PRIMARY KEY, verdict INTEGER NOT NULL, id TEXT);
        CREATE TEMP TABLE given (training TEXT NOT NULL, sequence INTEGER NOT NULL);
        """)
    let counts = try readGroups(database)
    try database.execute(
      sql: """
        INSERT OR IGNORE INTO temp.verdict SELECT * FROM temp.decided;
        INSERT OR IGNORE INTO temp.superseded SELECT * FROM temp.given;
        DROP TABLE temp.decided;
        DROP TABLE temp.given;
        """)
    return counts
  }

  private func readGroups(_ database: Database) throws -> [TrainingName: Int] {
    let writer = try VerdictWriter(database)
    let rows = try Row.fetchCursor(database, sql: query)
    var groups: [ContentGroup] = []
    var counts: [TrainingName: Int] = [:]
    func finish(_ group: ContentGroup) throws {
      guard group.isOpen else { return }
      for verdict in group.verdicts {
        try writer.write(verdict, training: group.content.training)
        if case .superseded = verdict { counts[group.content.training, default: 0] += 1 }
      }
    }
    let extra = RecordContent.columns.count
    var rowsRead = 0
    while let row = try rows.next() {
      rowsRead += 1
      if rowsRead.isMultiple(of: 4096) { try Task.checkCancellation() }
      let values = (0..<row.count).map { (row[$0] as StoredValue?)?.databaseValue ?? .null }
      guard let content = RecordContent(values) else {
        try check(values, database)
        throw DataStoreFault.corrupt
      }
      let member = ContentGroup.Member(
        content: content, id: UUID(columnValue: values[extra]),
        sequence: Int64.fromDatabaseValue(values[extra + 1]),
        line: Int64.fromDatabaseValue(values[extra + 2]))
      for group in groups where !group.content.mayFollow(on: content) { try finish(group) }
      groups.removeAll { !$0.content.mayFollow(on: content) }
      if let place = groups.firstIndex(where: { $0.content.isSame(as: content) }) {
        groups[place].add(member)
      } else {
        groups.append(ContentGroup(of: member))
      }
    }
    for group in groups { try finish(group) }
    return counts
  }

  /// Says what is wrong with a row of the history; the staged rows have been checked already.
  private func check(_ values: [DatabaseValue], _ database: Database) throws {
    let sequence = values[RecordContent.columns.count + 1]
    let training = String(columnValue: values[0]).flatMap(TrainingName.init)
    try training.flatMap(RecordedResult.recordType(of:))?.check(sequence, database)
  }

  private var query: String {
    let columns = RecordContent.columns.joined(separator: ", ")
    let others = RecordContent.columns.filter { $0 != "timestamp" }.joined(separator: ", ")
    let verdicts = [RowVerdict.repeated, .losing].map { "\($0.rawValue)" }.joined(separator: ", ")
    var parts = [
      """
      SELECT \(columns), id, NULL AS sequence, line FROM temp.staged
      WHERE NOT EXISTS (SELECT 1 FROM temp.verdict
        WHERE verdict.line = staged.line AND verdict IN (\(verdicts)))
      """
    ]
    if !isReplacing {
      parts += RecordedResult.types.map { type in
        """
        SELECT *, NULL FROM (\(RecordContent.storedRows(of: type)))
        WHERE timestamp / 1000 IN (SELECT timestamp / 1000 FROM temp.staged)
          AND (training, sequence) NOT IN (SELECT training, sequence FROM temp.superseded)
        """
      }
    }
    return """
      SELECT * FROM (\(parts.joined(separator: " UNION ALL ")))
      ORDER BY timestamp / 1000, \(others), line IS NOT NULL, line
      """
  }
}

/// Writes the verdicts of ``ContentComparison`` to its tables.
private struct VerdictWriter {
  private let ofFile: Statement
  private let ofHistory: Statement

  init(_ database: Database) throws {
    ofFile = try database.makeStatement(sql: "INSERT INTO temp.decided VALUES (?, ?, ?)")
    ofHistory = try database.makeStatement(sql: "INSERT INTO temp.given VALUES (?, ?)")
  }

  func write(_ verdict: ContentGroup.Verdict, training: TrainingName) throws {
    switch verdict {
    case .new(let line, let id):
      try ofFile.execute(
        arguments: [line, RowVerdict.new.rawValue, id.storedText])
    case .present(let line):
      try ofFile.execute(arguments: [line, RowVerdict.present.rawValue, nil])
    case .superseded(let sequence):
      try ofHistory.execute(arguments: [training.rawValue, sequence])
    }
  }
}
