import Files
import Foundation
internal import GRDB
import Training

extension TrainingDataStore {
  /// Checks the whole history and its place; nothing is changed. Throws `fetchFailed` for a file
  /// that cannot be read.
  ///
  /// - Parameter progress: called now and then with the share that is done, 0…1.
  public func check(
    _ places: RecoveryPaths, progress: (Double) -> Void = { _ in }
  ) throws(DataStoreError) -> HistoryReport {
    let place = PlaceInspection(path: path, places: places)
    let (version, counts, inner) = try read { database in
      (
        try Schema.version(of: database), try RecordCounts(database),
        try DatabaseInspection(database: database).findings(progress: progress)
      )
    }
    return HistoryReport(
      counts: counts, version: version, fileSize: FileStatus(path)?.size ?? 0,
      freeSpace: place.freeSpace, findings: inner + place.findings())
  }
}

public struct HistoryReport: Hashable, Sendable {
  public let counts: RecordCounts
  public let version: Int

  /// Sizes in bytes.
  public let fileSize: Int
  public let freeSpace: Int
  public let findings: [HistoryFinding]
}

/// A fault of the history or of its place.
public enum HistoryFinding: Hashable, Sendable {
  /// A fault in SQLite's check of the file, in its words.
  case damaged(String)

  /// Rows that are not records, by the first column with a value that no record may have: it is
  /// NULL, of another type or out of its range, or the target does not fit the interval. The
  /// numbers are those of the first rows.
  case unreadableRows(table: String, column: String, count: Int, firstSequences: [Int64])

  /// Ids of more than one record.
  case repeatedIDs(count: Int)

  /// Records that agree with another in everything but the id, to the millisecond.
  case doubledRecords(count: Int)

  /// Tables, indexes and other objects that are not Peach's.
  case foreignObjects([String])

  case notWritable(path: String)

  /// Others may change the file or its directory.
  case writableByOthers(path: String)

  /// Little space is left for more records.
  case littleSpace(bytes: Int)

  /// Results that could not be stored are still in a recovery file.
  case pendingRecovery(path: String, lines: Int)

  /// Lines of a recovery file that could not be read.
  case setAside(path: String, lines: Int)

  /// An unfinished backup whose process was killed. The next backup to that folder removes it, if
  /// the file system has locks; without them, the process may still be running.
  case unfinishedBackup(path: String)

  case unreadableRecovery(path: String)

  /// An object with a recovery file's name that is a link, not a file, or another user's. It is
  /// never read.
  case foreignRecovery(path: String)

  /// A recovery file of an earlier version that may belong to any of these histories.
  case ambiguousRecovery(path: String, histories: [String])
}

extension HistoryFinding {
  fileprivate var unreadableTable: String? {
    guard case .unreadableRows(let table, _, _, _) = self else { return nil }
    return table
  }
}

struct DatabaseInspection {
  let database: Database

  /// The number of SQLite's findings that are reported; a damaged file has thousands.
  private static let mostFindings = 10

  /// The number of SQLite's findings that are examined, including each row that breaks a rule.
  private static let mostExamined = 1000

  /// The number of unreadable rows of one column that are named.
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

  /// True if SQLite reports that a value of a row breaks a rule of its table, which the inspection
  /// of rows reports better. The words are those of SQLite's `sqlite3Pragma`, case
  /// `integrity_check`.
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

  /// The findings for the columns of rows of one table.
  private static func findings(_ unreadable: [UnreadableRow]) -> [HistoryFinding] {
    Dictionary(grouping: unreadable, by: \.column).sorted { $0.key < $1.key }.map { column, rows in
      .unreadableRows(
        table: rows[0].table, column: column, count: rows.count,
        firstSequences: Array(rows.compactMap(\.sequence).prefix(mostNamed)))
    }
  }

  /// Counts without the index, which may be damaged.
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

  /// Counts records that are equal in everything, to the millisecond. Records at whole seconds, and
  /// those that an import has numbered, came from elsewhere, where two results may well be equal.
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

/// Checks the place of a database: its file, its directory, its disk, and the files beside it.
struct PlaceInspection {
  let path: String
  let places: RecoveryPaths

  /// The least space: years of training need a few times as much.
  private static let leastSpace = 16 << 20

  private var directory: String { URL(fileURLWithPath: path).deletingLastPathComponent().path }

  /// The bytes that this user may still write on the disk of the database.
  var freeSpace: Int { FreeSpace.bytes(at: path) }

  func findings() -> [HistoryFinding] {
    var findings: [HistoryFinding] = []
    for place in [path, directory] {
      if access(place, W_OK) != 0 {
        findings.append(.notWritable(path: place))
      } else if isWritableByOthers(place) {
        findings.append(.writableByOthers(path: place))
      }
    }
    if freeSpace < Self.leastSpace { findings.append(.littleSpace(bytes: freeSpace)) }
    return findings + places.findings() + leftovers()
  }

  /// Unfinished backups whose process was killed.
  private func leftovers() -> [HistoryFinding] {
    DraftFolder.leftovers(BackupDraft.prefix, in: directory).map { .unfinishedBackup(path: $0) }
  }

  /// True if others can change the place; in a directory with the sticky bit nobody can change
  /// another's files.
  private func isWritableByOthers(_ place: String) -> Bool {
    var status = stat()
    return stat(place, &status) == 0 && status.st_mode & S_IWOTH != 0
      && status.st_mode & S_ISVTX == 0
  }
}
