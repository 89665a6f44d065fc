import Files
import Foundation
internal import GRDB

/// The file of the database, and how to open it.
struct DatabaseFile {
  let url: URL

  /// How long to wait while another process writes, in seconds.
  let busyTimeout: TimeInterval

  /// Brings an older database to the newest version.
  var migrator = Schema.migrator

  /// Opens the database, creating it if there is none, and brings it to the newest version.
  ///
  /// Nothing is written before the database is known to be ours and of a known version, and no log
  /// is replayed before it is known to belong to the database (``LogInspection``).
  func open() throws -> DatabaseQueue {
    let directory = url.deletingLastPathComponent()
    let state = try logState
    let isNew = FileStatus(url.path) == nil
    if isNew {
      try DataDirectory.create(directory)
    } else {
      try checkSize()
      try checkVersion(state)
    }
    let queue = try DatabaseQueue(path: url.path, configuration: configuration)
    try queue.read { try Schema.check($0, for: migrator) }
    // SQLite lets others read a new file, in which nothing is yet, and its log has the rights of the file.
    for ending in [""] + LogInspection.endings { PrivateFile.restrict(place + ending) }
    try Schema.prepare(queue, with: migrator)
    try setUpJournal(queue)
    if isNew { flushFolder(directory.path) }
    return queue
  }

  /// Opens the database only for reading: nothing is written to it or beside it, whatever its
  /// version, and neither file nor directory need be writable. A copy is read, with what the log
  /// holds, unless the database can be read where it is and leaves no trace there.
  ///
  /// - Returns: the database, and its copy if there is one; keep the copy as long as the database.
  func openForReading() throws -> (queue: DatabaseQueue, copy: DatabaseCopy?) {
    guard FileStatus(url.path) != nil else {
      _ = try logState
      throw DataStoreFault.cannotCreate(path: url.path)
    }
    let state = try logState
    try checkSize()
    do {
      if isReadableInPlace(state), let queue = try openInPlace(state) { return (queue, nil) }
    } catch let error as DatabaseError
      where [.SQLITE_CANTOPEN, .SQLITE_READONLY].contains(error.resultCode)
      || error.extendedResultCode == .SQLITE_IOERR_SHMSIZE
      || DataStoreFault(error, path: url.path).isOfFolder
    {
      // SQLite cannot write beside it, or the folder lacks what SQLite needs.
    }
    return try openCopy()
  }

  /// Opens a copy of the database with what its log holds, brought to the newest version.
  func openCopy() throws -> (queue: DatabaseQueue, copy: DatabaseCopy?) {
    _ = try logState
    try checkSize()
    let copy = try DatabaseCopy(of: URL(fileURLWithPath: place))
    let queue = try DatabaseQueue(path: copy.url.path, configuration: configuration)
    try queue.read { try Schema.check($0, for: migrator) }
    try Schema.prepare(queue, with: migrator)
    return (queue, copy)
  }

  /// Where the file is, behind all symbolic links; SQLite keeps its log beside that one.
  private var place: String { FilePlace(url.path).path }

  private var logState: DatabaseLogState {
    get throws(DataStoreFault) {
      guard !FileStatus.isCircular(url.path) else { throw .circularLinks(path: url.path) }
      return try LogInspection(path: place).state()
    }
  }

  /// Whether SQLite can read the database where it is and makes, changes and removes no file.
  ///
  /// To read a database that is prepared for a write-ahead log, SQLite makes a log and its index, and
  /// removes them at the end. Only a process that has the database open has made both already. If one
  /// of them was deleted meanwhile, a second one beside it would confuse that process.
  private func isReadableInPlace(_ state: DatabaseLogState) -> Bool {
    switch state {
    case .leftBehind: return false
    case .none: break
    case .inUse:
      let index = FileStatus(place + "-shm")?.size ?? 0
      if FileStatus(place + "-wal") != nil, index >= LogIndex.leastSize { return true }
    }
    return DatabaseHeader(path: place)?.usesLog != true
  }

  /// The database for reading where it is; `nil` if it is empty or of an older version.
  ///
  /// A connection that may write would fold the log of another process into the file if it closes
  /// it last.
  private func openInPlace(_ state: DatabaseLogState) throws -> DatabaseQueue? {
    var configuration = configuration
    configuration.readonly = state == .inUse
    let queue = try DatabaseQueue(path: url.path, configuration: configuration)
    return try queue.read { database in
      try Schema.check(database, for: migrator)
      return try migrator.hasCompletedMigrations(database)
    } ? queue : nil
  }

  /// SQLite would treat a file of a single byte as empty and overwrite it.
  private func checkSize() throws {
    guard let file = FileStatus(url.path), file.isRegularFile,
      file.size == 0 || file.size >= Self.smallestPage
    else { throw DataStoreFault.notADatabase }
  }

  /// A writer folds a write-ahead log that a crash left behind into the file as soon as it closes
  /// it, so the version of a database with such a log is checked first.
  private func checkVersion(_ state: DatabaseLogState) throws {
    guard (FileStatus(place + "-wal")?.size ?? 0) > 0 else { return }
    var configuration = configuration
    configuration.readonly = true
    // If there is no room for a copy, the index of the log is made in its place.
    let copy = state == .leftBehind ? try? DatabaseCopy(of: URL(fileURLWithPath: place)) : nil
    let reader = try DatabaseQueue(path: copy?.url.path ?? url.path, configuration: configuration)
    try reader.read { try Schema.check($0, for: migrator) }
    try reader.close()
  }

  /// SQLite's smallest page, in bytes: no database is smaller unless it is empty.
  private static let smallestPage = 512

  private var configuration: Configuration {
    var configuration = Configuration()
    configuration.label = "training"
    configuration.foreignKeysEnabled = true
    configuration.busyMode = .timeout(busyTimeout)
    // A commit must return only when the record is on the disk, not when the kernel has it.
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    return configuration
  }

  /// Write-ahead logging, so that a reader never waits for a writer of another process.
  ///
  /// GRDB's own setting would write to the file at each opening and relax `synchronous`. A file
  /// system without shared memory keeps SQLite's rollback journal, which is just as safe.
  ///
  /// SQLite does not wait for its turn here: if two processes change the mode at once, both get the
  /// error that the database is locked, since each waits for the other.
  private func setUpJournal(_ queue: DatabaseQueue) throws {
    let deadline = ContinuousClock.now + .seconds(busyTimeout)
    while true {
      do {
        return try queue.writeWithoutTransaction { database in
          // A database that cannot be written to can be read without a mark.
          try? HistoryLineage.mark(database)
          let mode = try String.fetchOne(database, sql: "PRAGMA journal_mode")
          if mode != "wal" { try database.execute(sql: "PRAGMA journal_mode = WAL") }
          // The log and its index are made and opened by the first reading, not by the mode.
          _ = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master")
        }
      } catch let error as DatabaseError
        where error.resultCode == .SQLITE_BUSY && ContinuousClock.now < deadline
      {
        Thread.sleep(forTimeInterval: 0.005)
      }
    }
  }
}

/// A copy of a database for reading, in a temporary directory that is removed with it. SQLite
/// cannot read a database with a write-ahead log if it may not write beside it.
final class DatabaseCopy {
  let url: URL
  private let folder: DraftFolder

  /// Copies the file and what SQLite replays into it or rolls back. Throws `DataStoreFault`; nothing is
  /// copied that does not begin as a database does, since it may be of any size.
  ///
  /// - Parameter original: the file itself, behind all symbolic links.
  init(of original: URL, withLog: Bool = true) throws {
    try Self.checkBeginning(of: original)
    let place = FileManager.default.temporaryDirectory
    folder = try Self.makeFolder(in: place.path)
    url = URL(fileURLWithPath: folder.path + "/training.sqlite")
    do {
      let files = (withLog ? ["", "-wal", "-journal"] : [""]).filter {
        FileStatus(original.path + $0) != nil
      }
      let before = files.map { FileStatus(original.path + $0) }
      for file in files {
        try FileManager.default.copyItem(
          at: URL(fileURLWithPath: original.path + file), to: URL(fileURLWithPath: url.path + file))
        // The copy has the original's mode.
        chmod(url.path + file, 0o600)
      }
      // Somebody else may have written meanwhile.
      guard files.map({ FileStatus(original.path + $0) }) == before else {
        throw DataStoreFault.locked
      }
    } catch {
      folder.remove()
      throw Self.fault(error, original, place)
    }
  }

  private static func makeFolder(in place: String) throws(DataStoreFault) -> DraftFolder {
    do {
      return try DraftFolder("peach-copy-", in: place)
    } catch {
      throw .temporaryDirectory(path: place, reason: error.number ?? EIO)
    }
  }

  /// What a file of SQLite's begins with, unless it is empty
  /// (<https://www.sqlite.org/fileformat.html>, 1.3).
  private static let beginning = Data("SQLite format 3\0".utf8)

  private static func checkBeginning(of file: URL) throws {
    let descriptor = open(file.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw DataStoreFault(errno: errno, path: file.path) }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    let start = try handle.read(upToCount: beginning.count) ?? Data()
    guard start.isEmpty || start == beginning else { throw DataStoreFault.notADatabase }
  }

  /// A read error is about the original, a write error about the temporary directory.
  private static func fault(_ error: any Error, _ original: URL, _ place: URL) -> DataStoreFault {
    if let fault = error as? DataStoreFault { return fault }
    let error = error as NSError
    let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError
    let reason = cause.flatMap { Int32(exactly: $0.code) }
    if error.code == CocoaError.fileWriteOutOfSpace.rawValue || reason == EDQUOT {
      return .temporaryDirectory(path: place.path, reason: reason ?? ENOSPC)
    }
    return reason.map { DataStoreFault(errno: $0, path: original.path) }
      ?? .accessDenied(path: original.path)
  }
}
