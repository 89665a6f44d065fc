import Files
import Foundation
internal import GRDB

/// What lies beside a database file before anything is opened.
enum DatabaseLogState {
  /// No log, or an empty one that nobody uses.
  case none

  /// Some process has the database open. Its log is in use, and SQLite takes care of it.
  case inUse

  /// Nobody has the database open, and there are files of SQLite's beside it: whoever had it open
  /// last was killed. What SQLite would replay or roll back belongs to this database, as far as
  /// that can be known.
  case leftBehind
}

/// Looks at a database and at the log beside it, and recognizes a log that does not belong to it
/// before SQLite replays it. Nothing is changed.
///
/// SQLite replays whatever lies beside a database under the right name: a write-ahead log has salts
/// and checksums of its own, but nothing in the database refers to them. So a backup that is copied
/// over a database after a crash is overwritten with pages of the old one. The following proves that
/// a log was written for another file:
///
/// 1. The database is missing or empty. SQLite prepares the file before it begins a log.
/// 2. The size of its pages is another one.
/// 3. The database has not been prepared for a write-ahead log. That is so for every backup of
///    Peach's, and for what `VACUUM INTO` writes.
/// 4. The log has copies of page 1, and the change counter of the database is neither the one
///    before the first of them nor one of theirs. The first writer of a log has counted up by one,
///    or by none if it had counted up before.
/// 5. Database and log carry the marks of different histories (``HistoryLineage``).
/// 6. The database alone is sound, and with its log it is not. This is tried on a copy.
///
/// What remains possible: a copy of the same database, made by other means than Peach's while it was
/// open, from before the log was begun, if the log has every page that has changed since. A log
/// that belongs to its database is never refused on these grounds, whether its pages have reached
/// the database or not, completely or in part, and wherever both have been moved to.
struct LogInspection {
  /// The database, behind all symbolic links: SQLite keeps its files beside that one.
  let path: String

  /// Throws `logWithoutDatabase` or `foreignLog`.
  func state() throws(DataStoreFault) -> DatabaseLogState {
    let size = FileStatus(path)?.size ?? 0
    guard size > 0 else {
      try checkAlone()
      return .none
    }
    guard !DatabaseUse.isOpen(path) else { return .inUse }
    let files = Self.endings.filter { FileStatus(path + $0) != nil }
    guard !files.isEmpty else { return .none }
    let database = DatabaseHeader(path: path)
    // Not a database: SQLite says so without touching the log.
    guard let database else { return .leftBehind }
    var hasContents = false
    if let log = WriteAheadLog(path: path + "-wal"), log.frameCount > 0 {
      guard belongs(log, to: database) else { throw .foreignLog(path: path + "-wal") }
      hasContents = true
    }
    if let journal = RollbackJournal(path: path + "-journal") {
      guard belongs(journal, to: database) else { throw .foreignLog(path: path + "-journal") }
      hasContents = true
    }
    if hasContents, wouldDamage() {
      let hasLog = (FileStatus(path + "-wal")?.size ?? 0) > 0
      throw .foreignLog(path: path + (hasLog ? "-wal" : "-journal"))
    }
    return .leftBehind
  }

  /// What SQLite keeps beside a database.
  static let endings = ["-wal", "-shm", "-journal"]

  /// A missing or an empty database must not have a log with contents: SQLite would delete it. The
  /// journal of the very first transaction holds no page and is not worth keeping.
  private func checkAlone() throws(DataStoreFault) {
    if let log = FileStatus(path + "-wal"), log.size > 0 {
      throw .logWithoutDatabase(path: path + "-wal")
    }
    guard let journal = FileStatus(path + "-journal"), journal.size > 0 else { return }
    let isMissing = FileStatus(path) == nil
    guard isMissing || (RollbackJournal(path: path + "-journal")?.initialPages ?? 0) > 0
    else { return }
    throw .logWithoutDatabase(path: path + "-journal")
  }

  private func belongs(_ log: WriteAheadLog, to database: DatabaseHeader) -> Bool {
    guard log.pageSize == database.pageSize, database.usesLog else { return false }
    guard let first = log.headers.first else { return true }
    let counters = [first.changeCounter &- 1] + log.headers.map(\.changeCounter)
    return counters.contains(database.changeCounter)
      && log.headers.allSatisfy { HistoryLineage.agree($0.schemaCookie, database.schemaCookie) }
  }

  private func belongs(_ journal: RollbackJournal, to database: DatabaseHeader) -> Bool {
    guard journal.pageSize == database.pageSize else { return false }
    guard let before = journal.header else { return true }
    return [before.changeCounter, before.changeCounter &+ 1].contains(database.changeCounter)
      && HistoryLineage.agree(before.schemaCookie, database.schemaCookie)
  }

  /// Whether the database is sound alone and damaged with its log. If that cannot be tried (the
  /// temporary directory may be full), it counts as not so.
  private func wouldDamage() -> Bool {
    let url = URL(fileURLWithPath: path)
    guard let whole = try? DatabaseCopy(of: url), !Self.isSound(whole.url),
      let alone = try? DatabaseCopy(of: url, withLog: false)
    else { return false }
    return Self.isSound(alone.url)
  }

  private static func isSound(_ url: URL) -> Bool {
    do {
      let queue = try DatabaseQueue(path: url.path)
      defer { try? queue.close() }
      return try queue.read { try String.fetchAll($0, sql: "PRAGMA integrity_check(1)") } == ["ok"]
    } catch {
      return false
    }
  }
}

/// The mark that distinguishes one history from another: its schema cookie.
///
/// SQLite copies page 1 into its log, and with it the schema cookie, a number that only has to
/// change with the schema. Peach begins it at random in each database that it makes, and touches
/// page 1 with each result, so that a log shows which history it was written for. Changes of the
/// schema count up from there; SQLite's own tools begin at 1.
enum HistoryLineage {
  /// Whether two cookies may be of the same history. Cookies that Peach has not made prove nothing.
  static func agree(_ one: UInt32, _ other: UInt32) -> Bool {
    guard isMark(one), isMark(other) else { return true }
    let distance = one &- other
    return min(distance, 0 &- distance) < largestStep
  }

  /// Gives the database a mark of its own, unless it has one.
  static func mark(_ database: Database) throws {
    guard let cookie = try Int32.fetchOne(database, sql: "PRAGMA schema_version"),
      !isMark(UInt32(bitPattern: cookie))
    else { return }
    try renew(database)
  }

  /// Gives the database a mark that no other has.
  static func renew(_ database: Database) throws {
    let mark = Int32.random(in: Int32(largestStep) << 8 ... .max - Int32(largestStep))
    try database.execute(sql: "PRAGMA schema_version = \(mark)")
    database.clearSchemaCache()
  }

  /// Makes the transaction write page 1, and changes nothing.
  static func touch(_ database: Database) throws {
    let version = try Schema.version(of: database)
    try database.execute(sql: "PRAGMA user_version = \(version)")
  }

  /// Schemas that change as often do not exist.
  private static let largestStep: UInt32 = 1 << 16

  private static func isMark(_ cookie: UInt32) -> Bool { cookie >= largestStep }
}
