import Files
import Foundation
internal import GRDB
internal import GRDBSQLite
import MainThread

/// The file of the database, and the ways to open it.
///
/// Between two writes there is nothing beside it: SQLite keeps the old content in a journal only
/// while it writes. A process that is killed then leaves the journal behind, and the next process
/// that opens the database uses it to undo what was half written. Only SQLite opens the file:
/// closing another descriptor of it would drop SQLite's locks
/// (<https://www.sqlite.org/howtocorrupt.html>, 2.2).
struct DatabaseFile {
  let url: URL

  /// The longest wait while another process writes, in seconds.
  let busyTimeout: TimeInterval

  struct Opened {
    let queue: DatabaseQueue

    /// True if a write was interrupted, and was undone.
    let wasInterrupted: Bool

    /// The copy that is read in place of the database; keep it that long.
    var copy: DatabaseCopy?

    /// Makes sure that the database is sound if a write was interrupted: of a damaged journal, only
    /// a part is undone.
    func check() throws {
      guard wasInterrupted else { return }
      guard try queue.read({ try $0.isSound }) else { throw DataStoreFault.corrupt }
    }
  }

  /// The endings of SQLite's files beside a database; the first two are of versions 1 to 4.
  static let endings = ["-wal", "-shm", "-journal"]

  /// Opens the database, creating it if there is none, and migrates it to the newest version.
  /// Nothing is written before the database is known to be Peach's and of a known version.
  func open() throws -> Opened {
    let directory = url.deletingLastPathComponent()
    guard !FileStatus.isCircular(url.path) else {
      throw DataStoreFault.circularLinks(path: url.path)
    }
    let isNew = FileStatus(url.path) == nil
    if isNew { try DataDirectory.create(directory) } else { try checkSize() }
    let wasInterrupted = !isNew && FileGlance(place)?.wasInterrupted == true
    let queue = try DatabaseQueue(path: url.path, configuration: configuration)
    try queue.read { try Schema.check($0) }
    // SQLite lets others read a new file, which is still empty, and its journal has the rights of
    // the file.
    for ending in [""] + Self.endings { PrivateFile.restrict(place + ending) }
    leaveLog(queue)
    try Schema.prepare(queue)
    if isNew { flushFolder(directory.path) }
    return Opened(queue: queue, wasInterrupted: wasInterrupted)
  }

  /// Opens the database only for reading: nothing is written to it or beside it, whatever its
  /// version, and neither file nor directory need be writable. It is read in place, or else in a
  /// copy, which is migrated to the newest version. Half-written changes are undone, in the copy if
  /// the place cannot be written to.
  func openForReading() throws -> Opened {
    guard !FileStatus.isCircular(url.path) else {
      throw DataStoreFault.circularLinks(path: url.path)
    }
    guard FileStatus(url.path) != nil else { throw DataStoreFault.cannotCreate(path: url.path) }
    try checkSize()
    let glance = FileGlance(place)
    let wasInterrupted = glance?.wasInterrupted == true
    guard glance?.usesLog != true, !wasInterrupted || isWritable else { return try openCopy() }
    do {
      var configuration = configuration
      configuration.readonly = !wasInterrupted
      let queue = try DatabaseQueue(path: url.path, configuration: configuration)
      let isNewest = try queue.read { database in
        try Schema.check(database)
        return try Schema.version(of: database) == Schema.version
      }
      if isNewest { return Opened(queue: queue, wasInterrupted: wasInterrupted) }
    } catch let error as DatabaseError
      where [.SQLITE_CANTOPEN, .SQLITE_READONLY].contains(error.resultCode)
      || DataStoreFault(error, path: url.path)
        == .folderWithoutLocks(path: place.parentDirectory)
    {
      // The place cannot be written to, or the folder lacks what SQLite needs.
    }
    return try openCopy()
  }

  /// Opens the database for a reading that takes long. It reads a copy, as other processes would
  /// wait with their writes otherwise. There may be no room for a copy, or no moment without a
  /// write.
  func openForLongReading() throws -> Opened {
    guard FileGlance(place)?.wasInterrupted != true else { return try openForReading() }
    do {
      return try openCopy()
    } catch DataStoreFault.locked, DataStoreFault.temporaryDirectory {
      return try openForReading()
    }
  }

  /// Opens a copy of the database with half-written changes undone, migrated to the newest version.
  func openCopy() throws -> Opened {
    guard !FileStatus.isCircular(url.path) else {
      throw DataStoreFault.circularLinks(path: url.path)
    }
    try checkSize()
    let wasInterrupted = FileGlance(place)?.wasInterrupted == true
    let copy = try makeCopy()
    let queue = try DatabaseQueue(path: copy.url.path, configuration: configuration)
    try queue.read { try Schema.check($0) }
    try Schema.prepare(queue)
    return Opened(queue: queue, wasInterrupted: wasInterrupted, copy: copy)
  }

  /// Makes a copy at a moment without a write.
  private func makeCopy() throws -> DatabaseCopy {
    let deadline = ProgramClock.now + .seconds(busyTimeout)
    while true {
      do {
        return try DatabaseCopy(of: URL(fileURLWithPath: place))
      } catch DataStoreFault.locked where ProgramClock.now < deadline {
        Scheduling.block(for: .milliseconds(10))
      }
    }
  }

  /// The path behind all symbolic links; SQLite keeps its files beside that one.
  private var place: String { FileLocation(url.path).path }

  /// True if half-written changes can be undone there.
  private var isWritable: Bool {
    access(place, W_OK) == 0 && access(place.parentDirectory, W_OK) == 0
  }

  /// SQLite would treat a file of a single byte as empty and overwrite it.
  private func checkSize() throws {
    guard let file = FileStatus(url.path), file.isRegularFile,
      file.size == 0 || file.size >= Self.smallestPage
    else { throw DataStoreFault.notADatabase }
  }

  /// SQLite's smallest page, in bytes: no database is smaller unless it is empty.
  private static let smallestPage = 512

  private var configuration: Configuration {
    var configuration = Configuration()
    configuration.label = "training"
    configuration.foreignKeysEnabled = true
    configuration.busyMode = .timeout(busyTimeout)
    // A commit must return only when the record is on the disk, not when the kernel has it, and the
    // journal is gone from the directory.
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = EXTRA") }
    return configuration
  }

  /// Converts a database of versions 1 to 4, which has a write-ahead log, to a journal. While
  /// another Peach has it open, results are stored in the log.
  private func leaveLog(_ queue: DatabaseQueue) {
    try? queue.writeWithoutTransaction { database in
      if try String.fetchOne(database, sql: "PRAGMA journal_mode") == "wal" {
        try database.execute(sql: "PRAGMA journal_mode = DELETE")
      }
    }
  }
}

extension Database {
  /// True if SQLite finds no fault, also in the indexes: results without entries there are not
  /// found. It reads the whole file.
  var isSound: Bool {
    get throws { try String.fetchAll(self, sql: "PRAGMA integrity_check(1)") == ["ok"] }
  }
}

/// The state of a file before anything is read or undone. Nothing is changed.
private struct FileGlance {
  /// True if the file has been prepared for a write-ahead log
  /// (<https://www.sqlite.org/fileformat2.html>, 1.3).
  let usesLog: Bool

  /// True if there is a journal and nobody writes.
  let wasInterrupted: Bool

  /// `nil` if there is no file, or it may not be read.
  ///
  /// - Parameter path: the file itself, behind all symbolic links.
  init?(_ path: String) {
    var database: OpaquePointer?
    defer { sqlite3_close(database) }
    let journal = path + "-journal"
    let hadJournal = (FileStatus(journal)?.size ?? 0) > 0
    // The file is opened with the first access.
    guard sqlite3_open_v2(path, &database, SQLITE_OPEN_READONLY, nil) == SQLITE_OK,
      let file = SQLiteFile(database), let header = file.read(2, at: 18)
    else { return nil }
    usesLog = header.contains(2)
    wasInterrupted =
      hadJournal && !file.isReserved && (FileStatus(journal)?.size ?? 0) > 0
      || usesLog && (FileStatus(path + "-wal")?.size ?? 0) > 0 && !file.isReserved
  }
}

/// SQLite's own access to the file of a database.
struct SQLiteFile {
  private let file: UnsafeMutablePointer<sqlite3_file>
  private let methods: sqlite3_io_methods

  /// `nil` if there is no file.
  init?(_ database: OpaquePointer?) {
    var file: UnsafeMutablePointer<sqlite3_file>?
    let status = withUnsafeMutablePointer(to: &file) {
      sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, $0)
    }
    guard status == SQLITE_OK, let file, let methods = file.pointee.pMethods else { return nil }
    (self.file, self.methods) = (file, methods.pointee)
  }

  /// Returns `nil` if there are fewer bytes.
  func read(_ count: Int, at offset: Int64) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    return methods.xRead?(file, &bytes, CInt(count), offset) == SQLITE_OK ? bytes : nil
  }

  var isReserved: Bool {
    var isReserved: CInt = 0
    return methods.xCheckReservedLock?(file, &isReserved) != SQLITE_OK || isReserved != 0
  }

  /// The number of transactions that have changed the file, unless it has a write-ahead log.
  var changeCounter: UInt32? {
    read(4, at: 24).map { $0.reduce(0) { $0 << 8 | UInt32($1) } }
  }
}

/// A copy of a database for reading, in a temporary directory that is removed with it. SQLite
/// cannot read a database with a write-ahead log if it may not write beside it.
final class DatabaseCopy: Sendable {
  let url: URL
  private let folder: DraftFolder

  /// Copies the file and the files that SQLite replays or rolls back. Throws `DataStoreFault`; a
  /// file that does not begin as a database does is not copied, since it may be of any size.
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

  /// The beginning of SQLite's files, unless they are empty
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

enum DataDirectory {
  /// Creates the directory and missing ones above it, as ``createFolder(_:)`` does.
  static func create(_ directory: URL) throws(DataStoreFault) {
    do throws(FileFault) {
      try createFolder(directory.path)
    } catch {
      switch error {
      case .cannotCreate(_, ENOSPC), .cannotCreate(_, EDQUOT): throw .diskFull
      case .cannotCreate(let path, _), .cannotFollow(let path, _), .cannotWrite(let path, _),
        .isDirectory(let path), .exists(let path):
        throw .cannotCreate(path: path)
      }
    }
  }
}
