import Files
import Foundation
import MainThread
import Training
internal import GRDB

/// Replaces the history by a backup. The old history is kept under another name.
///
/// It may run on any thread. If its task is cancelled, everything is as it was.
public struct HistoryRestore: Sendable {
  private let backup: URL
  private let database: URL

  /// - Parameters:
  ///   - backup: a backup, or any other database of Peach's: it is only read. If it is the history
  ///     itself, its log is left out.
  ///   - database: the history; it may be missing.
  public init(_ backup: URL, to database: URL) {
    self.backup = backup
    // Links on the way to the history stay.
    self.database = URL(fileURLWithPath: FileLocation(database.path).path)
  }

  /// Restores the backup: copies, checks, migrates and flushes it to the disk before anything is
  /// moved. A crash at any moment leaves the old history or the new one.
  ///
  /// Throws ``RestoreError`` or `CancellationError`.
  @concurrent
  public func run(at date: Date = Scheduling.date) async throws -> RestoreSummary {
    let draft = try makeDraft()
    defer { draft.remove() }
    try Task.checkCancellation()
    return try place(draft, at: date)
  }

  private func makeDraft() throws -> BackupDraft {
    guard let status = FileStatus(backup.path) else {
      throw RestoreError.missing(path: backup.path)
    }
    guard status.isRegularFile, status.size > 0 else {
      throw RestoreError.badBackup(.notADatabase, path: backup.path)
    }
    do {
      try DataDirectory.create(database.deletingLastPathComponent())
    } catch {
      throw RestoreError.cannotPlace(error)
    }
    do {
      let opened = try open()
      defer {
        try? opened.queue.close()
        withExtendedLifetime(opened.copy) {}
      }
      return try DatabaseBackup(source: opened.queue, sourcePath: backup.path).copy(
        beside: database)
    } catch BackupError.source(let fault) {
      throw RestoreError.badBackup(fault, path: backup.path)
    } catch let error as BackupError {
      throw RestoreError.cannotPlace(error.fault)
    } catch DataStoreFault.temporaryDirectory(let path, let reason) {
      throw RestoreError.cannotPlace(.temporaryDirectory(path: path, reason: reason))
    } catch {
      throw RestoreError.badBackup(DataStoreFault(error, path: backup.path), path: backup.path)
    }
  }

  private func open() throws -> DatabaseFile.Opened {
    let timeout = TrainingDataStore.standardBusyTimeout
    let place = URL(fileURLWithPath: FileLocation(backup.path).path)
    guard place == database else {
      return try DatabaseFile(url: place, busyTimeout: timeout).openForReading()
    }
    let copy = try DatabaseCopy(of: place, withLog: false)
    var opened = try DatabaseFile(url: copy.url, busyTimeout: timeout).open()
    opened.copy = copy
    return opened
  }

  private func place(_ draft: BackupDraft, at date: Date) throws -> RestoreSummary {
    let folder = database.deletingLastPathComponent().path
    var setAside: [String] = []
    try withLockedFolder(folder) { () throws(RestoreError) in
      settle()
      let lock = try DatabaseLock(database.path)
      setAside = try keepFiles(at: date)
      // Files of the old history must not be found beside the new one.
      for ending in DatabaseFile.endings { unlink(database.path + ending) }
      guard rename(draft.path, database.path) == 0 else {
        let fault = DataStoreFault(errno: errno, path: database.path)
        for file in setAside { unlink(file) }
        throw .cannotPlace(fault)
      }
      flushFolder(folder)
      lock.release()
    }
    return RestoreSummary(counts: draft.counts, setAside: setAside)
  }

  /// Completes half-written changes, so that the history is one file whenever this process is
  /// killed. It does nothing for a damaged history.
  private func settle() {
    guard FileStatus(database.path) != nil,
      DatabaseFile.endings.contains(where: { FileStatus(database.path + $0) != nil })
    else { return }
    let queue = try? DatabaseQueue(path: database.path)
    _ = try? queue?.read { try Schema.version(of: $0) }
    // The last process that closes the database removes its log.
    try? queue?.close()
  }

  /// Gives the files of the history additional names. The history keeps its own until the backup
  /// replaces it.
  ///
  /// - Returns: the new names; none if there is no history.
  private func keepFiles(at date: Date) throws(RestoreError) -> [String] {
    let endings = [""] + DatabaseFile.endings
    let present = endings.filter { FileStatus(database.path + $0) != nil }
    let base = DatedName.free(for: database, "before-restore", at: date, endings: endings).path
    var kept: [String] = []
    for ending in present {
      do {
        try keep(database.path + ending, as: base + ending)
        kept.append(base + ending)
      } catch {
        for file in kept { unlink(file) }
        throw .cannotPlace(error)
      }
    }
    flushFolder(database.deletingLastPathComponent().path)
    return kept
  }

  /// Links a file, or copies it on a file system without hard links.
  private func keep(_ file: String, as name: String) throws(DataStoreFault) {
    guard link(file, name) != 0 else { return }
    guard errno != EEXIST else { throw .cannotCreate(path: name) }
    do {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
      try replaceAtomically(name, with: Array(bytes), .output(replacing: false))
    } catch FileFault.cannotCreate(let path, let reason), FileFault.cannotWrite(
      let path, let reason)
    {
      throw DataStoreFault(errno: reason, path: path)
    } catch {
      throw .accessDenied(path: file)
    }
  }
}

/// The outcome of a restoration.
public struct RestoreSummary: Hashable, Sendable {
  /// The records of the history now.
  public let counts: RecordCounts

  /// The names under which the files of the former history are kept, the database first; empty if
  /// there was none.
  public let setAside: [String]
}

/// The reason why nothing was restored. The history is as it was.
public enum RestoreError: Error, Hashable, Sendable {
  case missing(path: String)

  /// The backup is damaged, or not a history.
  case badBackup(DataStoreFault, path: String)

  case inUse(path: String)

  /// The copy could not be made beside the history, or not moved to its place.
  case cannotPlace(DataStoreFault)
}

/// SQLite's exclusive lock on a database file that nobody has open. Processes that open the file
/// meanwhile wait.
private struct DatabaseLock: ~Copyable {
  private let descriptor: CInt

  /// Locks the file; does nothing if there is no file, or on a file system without locks.
  init(_ path: String) throws(RestoreError) {
    descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = Self.firstByte
    lock.l_len = Self.byteCount
    guard fcntl(descriptor, Self.setLock, &lock) != 0, errno == EAGAIN || errno == EACCES else {
      return
    }
    close(descriptor)
    throw .inUse(path: path)
  }

  consuming func release() {}

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// `F_OFD_SETLK`, whose lock belongs to this descriptor and not to the process.
  private static let setLock: CInt = 37

  /// `PENDING_BYTE` and the bytes that SQLite locks after it.
  private static let firstByte = 0x4000_0000
  private static let byteCount = 512
}

/// A name beside the history, with the time in it.
enum DatedName {
  /// The first name of its kind that no file has, with or without one of the endings.
  static func free(
    for database: URL, _ purpose: String, at date: Date, endings: [String] = [""]
  ) -> URL {
    let time = date.formatted(.iso8601.timeSeparator(.omitted))
    let stem = database.deletingPathExtension().lastPathComponent
    let directory = database.deletingLastPathComponent()
    var number = 1
    while true {
      let suffix = number == 1 ? "" : "-\(number)"
      let file = directory.appendingPathComponent("\(stem).\(purpose)-\(time)\(suffix)")
        .appendingPathExtension("sqlite")
      if endings.allSatisfy({ FileStatus(file.path + $0) == nil }) { return file }
      number += 1
    }
  }
}
