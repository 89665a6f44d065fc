import Foundation
internal import GRDB

/// Makes a copy of a database that others may be writing to: one consistent state of it, in a single
/// file.
struct DatabaseBackup {
  let source: DatabaseQueue
  let sourcePath: String

  /// Writes the copy. It bears its name only when it is whole, checked and on the disk.
  ///
  /// - Parameter overwriting: whether a file of that name may be replaced.
  func write(to target: URL, overwriting: Bool) throws(BackupError) -> RecordCounts {
    try check(target, overwriting: overwriting)
    let directory = target.deletingLastPathComponent()
    let draft = try makeDraft(in: directory, for: target)
    do {
      try run(target) {
        try source.writeWithoutTransaction {
          try $0.execute(sql: "VACUUM INTO ?", arguments: [draft.path])
        }
      }
      var counts: RecordCounts?
      try run(target) {
        // Tables and indexes are copied as they are, so this finds the original's damage, too.
        let copy = try DatabaseQueue(path: draft.path)
        try Self.checkIntegrity(of: copy)
        counts = try copy.read { try RecordCounts($0) }
        try copy.close()
        try Self.flush(draft)
        try Self.name(draft, target, overwriting: overwriting)
      }
      DataDirectory.flush(directory)
      return counts ?? RecordCounts(comparisons: 0, matchings: 0)
    } catch {
      unlink(draft.path)
      throw error
    }
  }

  private func check(_ target: URL, overwriting: Bool) throws(BackupError) {
    guard !HistoryFiles(of: sourcePath).contain(target.path) else {
      throw .isHistory(path: target.path)
    }
    guard let present = FileStatus(target.path) else { return }
    guard overwriting else { throw .exists(path: target.path) }
    guard present.isRegularFile else { throw .target(.notADatabase, path: target.path) }
  }

  /// An empty file beside the target, for this user alone; SQLite fills it.
  private func makeDraft(in directory: URL, for target: URL) throws(BackupError) -> URL {
    let name = ".\(target.lastPathComponent).XXXXXX"
    var path = directory.appendingPathComponent(name).path.utf8CString.map { $0 }
    let descriptor = mkstemp(&path)
    guard descriptor >= 0 else {
      throw .target(DataStoreFault(errno: errno, path: target.path), path: target.path)
    }
    close(descriptor)
    return URL(
      fileURLWithPath: String(decoding: path.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    )
  }

  private static func checkIntegrity(of queue: DatabaseQueue) throws {
    let findings = try queue.read {
      try String.fetchAll($0, sql: "PRAGMA integrity_check(1)").filter { $0 != "ok" }
    }
    guard findings.isEmpty else { throw DataStoreFault.corrupt }
  }

  private static func flush(_ file: URL) throws {
    let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw DataStoreFault(errno: errno, path: file.path) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw DataStoreFault(errno: errno, path: file.path) }
  }

  private static func name(_ draft: URL, _ target: URL, overwriting: Bool) throws {
    // A link fails where a file has come meanwhile; not every file system has links.
    if !overwriting {
      if link(draft.path, target.path) == 0 {
        unlink(draft.path)
        return
      }
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
      // What SQLite finds damaged while it copies is the original.
      throw fault == .corrupt || fault == .notADatabase
        ? .source(fault) : .target(fault, path: target.path)
    }
  }
}
