import Files
import Foundation
import Training
internal import GRDB

/// Copies the present history to a separate file (mode 0600), while others may continue to write.
///
/// It may run on any thread. If its task is cancelled, no file is left behind.
public struct HistoryBackup: Sendable {
  /// True if an existing file may be replaced; the history never is.
  public var isReplacing = false

  private let target: URL
  private let access: HistoryAccess

  public init(of store: TrainingDataStore, to target: URL) {
    self.target = target
    access = HistoryAccess(store)
  }

  /// Writes the copy, which gets its name when it has been checked and is on the disk. Throws
  /// ``BackupError`` or `CancellationError`.
  @concurrent
  public func run() async throws -> RecordCounts {
    try await access.interruptible(DataStoreError.fetchFailed) {
      try DatabaseBackup(
        source: access.queue, sourcePath: access.path, connections: access.connections
      ).write(to: target, overwriting: isReplacing)
    }
  }
}

/// The reason why there is no backup. No file was left behind, and the history is as it was.
public enum BackupError: Error, Hashable, Sendable {
  /// There is a file of that name already.
  case exists(path: String)

  /// The file is the history itself or a part of it, existing or not.
  case isHistory(path: String)

  /// The history could not be read, or is damaged.
  case source(DataStoreFault)

  case target(DataStoreFault, path: String)
}

/// Copies a database that others may be writing to: one consistent state of it, in a single file.
struct DatabaseBackup {
  let source: DatabaseQueue
  let sourcePath: String

  /// The connections of the task that makes the backup, if it can be cancelled.
  var connections: WorkingConnections?

  /// Writes the copy, which gets its name only when it is complete, checked and on the disk.
  ///
  /// - Parameter overwriting: true if an existing file may be replaced.
  func write(to target: URL, overwriting: Bool) throws(BackupError) -> RecordCounts {
    try check(target, overwriting: overwriting)
    let draft = try copy(beside: target)
    defer { draft.remove() }
    try run(target) {
      try connections?.check()
      try Self.name(draft, target, overwriting: overwriting)
    }
    flushFolder(target.deletingLastPathComponent().path)
    return draft.counts
  }

  /// Writes the copy in a folder of its own beside the target: complete, checked and on the disk.
  /// It stays there until the draft is removed.
  func copy(beside target: URL) throws(BackupError) -> BackupDraft {
    let draft = try makeDraft(for: target)
    do {
      try run(target) {
        try connections?.check()
        try source.writeWithoutTransaction {
          try $0.execute(sql: "VACUUM INTO ?", arguments: [draft.path])
        }
      }
      try run(target) {
        // Tables and indexes are copied as they are, so this also finds damage of the original.
        let copy = try DatabaseQueue(path: draft.path)
        try connections?.add(copy)
        guard try copy.read({ try $0.isSound }) else { throw DataStoreFault.corrupt }
        draft.counts = try copy.read { try RecordCounts($0) }
        try copy.close()
        try Self.flush(draft.path)
      }
      return draft
    } catch {
      draft.remove()
      throw error
    }
  }

  private func check(_ target: URL, overwriting: Bool) throws(BackupError) {
    guard !ProtectedFiles(historyAt: sourcePath).contain(target.path) else {
      throw .isHistory(path: target.path)
    }
    guard let present = FileStatus(target.path) else { return }
    guard overwriting else { throw .exists(path: target.path) }
    guard present.isRegularFile else { throw .target(.notADatabase, path: target.path) }
  }

  private func makeDraft(for target: URL) throws(BackupError) -> BackupDraft {
    do {
      return try BackupDraft(in: target.deletingLastPathComponent().path)
    } catch {
      throw .target(
        DataStoreFault(errno: error.number ?? EIO, path: target.path), path: target.path)
    }
  }

  private static func flush(_ path: String) throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw DataStoreFault(errno: errno, path: path) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw DataStoreFault(errno: errno, path: path) }
  }

  private static func name(_ draft: BackupDraft, _ target: URL, overwriting: Bool) throws {
    // Making a link fails if a file has appeared meanwhile; not every file system has links.
    if !overwriting {
      if link(draft.path, target.path) == 0 { return }
      guard FileStatus(target.path) == nil else { throw BackupError.exists(path: target.path) }
    }
    guard rename(draft.path, target.path) == 0 else {
      throw DataStoreFault(errno: errno, path: target.path)
    }
  }

  private func run(_ target: URL, _ body: () throws -> Void) throws(BackupError) {
    do {
      try body()
    } catch let error as BackupError {
      throw error
    } catch {
      let fault = DataStoreFault(error, path: target.path)
      switch fault {
      // Damage that SQLite finds while it copies is in the original.
      case .corrupt, .notADatabase: throw .source(fault)
      // SQLite also reports this for a page whose number is too high for a database.
      case .diskFull where (try? source.read { try $0.isSound }) != true: throw .source(.corrupt)
      default: throw .target(fault, path: target.path)
      }
    }
  }
}

/// A copy of a history that does not have its name yet, in a folder of its own (``DraftFolder``).
final class BackupDraft {
  /// The beginning of the names of these folders. Earlier versions of Peach made a file of such a
  /// name.
  static let prefix = ".peach-backup-"

  let path: String
  fileprivate(set) var counts = RecordCounts()
  private let folder: DraftFolder

  /// Makes an empty file for this user alone, which SQLite fills.
  fileprivate init(in place: String) throws(FileFault) {
    folder = try DraftFolder(Self.prefix, in: place)
    path = folder.path + "/backup.sqlite"
    try PrivateFile.create(path)
  }

  /// Removes the copy, unless it has its name already, and its folder.
  func remove() { folder.remove() }
}
