import Files
import Foundation
internal import GRDB

/// Checks that what lies at the path of a database is what a connection has open, and holds what the
/// connection has stored.
///
/// SQLite keeps its files open. If somebody deletes the log, truncates the database or copies another
/// file over it, SQLite goes on writing to what it has, and nothing of it is there after the process
/// has ended. A check makes three or four calls of `stat`, and two short reads of the log after a commit;
/// `peach-bench durability` measures what that adds to a save. The log is only read as a whole if
/// another process has written to it since the last check.
///
/// The formats are those of <https://www.sqlite.org/walformat.html>. SQLite's own index of the log
/// says how far it goes; it is read through the connection, since closing a descriptor of it would
/// drop SQLite's locks.
final class OpenFiles {
  /// As the user names it; there may be symbolic links on the way.
  private let path: String

  /// The file behind the links, when it was opened. SQLite keeps its log beside that one.
  private let place: String
  private let identity: FileIdentity
  private let log: LogFile?
  private let index: FileIdentity?
  private var last: Snapshot

  /// The first fault that no later state of the files can make good.
  private var failure: DataStoreFault?

  /// What the files were like after the last check.
  private struct Snapshot {
    var database: Content
    var log: Content?
    var index: LogIndex?
  }

  /// What changes with the content of a file. Its permissions and names do not matter.
  private struct Content: Equatable {
    let size: Int64
    let modified: Int64

    init(_ status: FileStatus) { (size, modified) = (status.stamp.size, status.stamp.modified) }
  }

  /// For a connection that will write, and has read the database, so that its log is open. What the
  /// log holds of earlier connections is folded into the database, so that it is in no danger.
  init?(_ queue: DatabaseQueue, path: String) {
    let place = FilePlace(path).path
    guard let file = FileStatus(place) else { return nil }
    (self.path, self.place) = (path, place)
    identity = file.identity
    last = Snapshot(database: Content(file))
    let mode = try? queue.read { try String.fetchOne($0, sql: "PRAGMA journal_mode") }
    // Without a log, SQLite reads the database anew after every change of another.
    guard mode == "wal", let index = FileStatus(place + "-shm"), let log = LogFile(place + "-wal")
    else {
      (self.log, self.index) = (nil, nil)
      return
    }
    (self.log, self.index) = (log, index.identity)
    queue.inDatabase {
      // If the disk is full, the log stays as it is.
      try? $0.execute(sql: "PRAGMA wal_checkpoint(PASSIVE)")
      last.index = LogIndex($0)
    }
    last.log = FileStatus(log.path).map(Content.init)
    last.database = FileStatus(place).map(Content.init) ?? last.database
  }

  /// Whether the connection may be closed: SQLite then folds the log into the database. A database
  /// that was only moved is still its own.
  func areOurs(_ database: Database) -> Bool {
    if failure == nil { try? checkBeforeWriting(database) }
    return failure == nil
  }

  /// SQLite's index of the log; `nil` for a database without a log.
  var indexFile: LogIndexFile? {
    index.map { LogIndexFile(path: place + "-shm", identity: $0) }
  }

  /// Throws if SQLite's index of the log is not the one that is mapped, or shorter.
  func checkIndex() throws(DataStoreFault) {
    if let failure { throw failure }
    guard let indexFile, !indexFile.isWhole else { return }
    throw fail(indexFile.path)
  }

  /// Call it within a writing transaction: nobody else may write to the log meanwhile.
  func checkBeforeWriting(_ database: Database) throws(DataStoreFault) {
    let (file, content) = try checkIdentities()
    guard let log, let index = LogIndex(database) else { return }
    try check(file, index)
    // Somebody else has written to the log: another Peach, or one who should not.
    guard content == last.log else {
      guard log.isWhole(index) else { throw fail(log.path) }
      return
    }
  }

  /// Call it after the commit. If it throws, what was stored may not be there.
  func checkAfterWriting(_ database: Database) throws(DataStoreFault) {
    for attempt in 1... {
      let (file, content) = try checkIdentities()
      guard let log, let index = LogIndex(database) else {
        last.database = file
        return
      }
      try check(file, index)
      if log.endsAsSaid(in: index) {
        last = Snapshot(database: file, log: content, index: index)
        return
      }
      // Another process may have written between the two reads.
      guard attempt < 3, LogIndex(database) != index else { throw fail(log.path) }
    }
  }

  private func checkIdentities() throws(DataStoreFault) -> (database: Content, log: Content?) {
    try checkIndex()
    // The file may come back to its place, or a link may lead to it again; nothing has been lost
    // until then.
    guard let file = FileStatus(place), file.identity == identity,
      path == place || FileStatus(path)?.identity == identity
    else {
      throw .fileReplaced(path: path)
    }
    guard let log else { return (Content(file), nil) }
    guard let status = FileStatus(log.path), status.identity == log.identity else {
      throw fail(log.path)
    }
    return (Content(file), Content(status))
  }

  /// With a log, the database itself only changes when the log is folded into it, and then its index
  /// says so.
  private func check(_ file: Content, _ index: LogIndex) throws(DataStoreFault) {
    guard let before = last.index, file != last.database, !index.hasFolded(since: before) else {
      return
    }
    throw fail(path)
  }

  private func fail(_ path: String) -> DataStoreFault {
    let fault = DataStoreFault.fileReplaced(path: path)
    failure = fault
    return fault
  }
}

/// The log of a database.
///
/// SQLite holds no locks on it, so it may be opened and closed beside SQLite.
private final class LogFile {
  let path: String
  let identity: FileIdentity
  private let descriptor: Int32

  private static let headerSize = 32
  private static let frameHeaderSize = 24

  init?(_ path: String) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
      if descriptor >= 0 { close(descriptor) }
      return nil
    }
    self.path = path
    identity = FileStatus(status).identity
  }

  deinit { close(descriptor) }

  /// Whether the log begins as the index says, and its last frame is the last commit.
  func endsAsSaid(in index: LogIndex) -> Bool {
    guard index.frames > 0 else { return true }
    let end = Self.headerSize + (index.frames - 1) * (Self.frameHeaderSize + index.pageSize)
    let salt = Self.headerSize / 2
    return withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 8) { words in
      let bytes = UnsafeMutableRawBufferPointer(words)
      guard pread(descriptor, bytes.baseAddress, Self.headerSize, 0) == Self.headerSize,
        words[salt / 4] == index.salt.0, words[salt / 4 + 1] == index.salt.1,
        pread(descriptor, bytes.baseAddress, Self.frameHeaderSize, off_t(end))
          == Self.frameHeaderSize
      else { return false }
      return words[1] != 0 && words[2] == index.salt.0 && words[3] == index.salt.1
        && UInt32(bigEndian: words[4]) == index.checksum.0
        && UInt32(bigEndian: words[5]) == index.checksum.1
    }
  }

  /// Whether every frame follows from the one before it by its checksum, up to the last commit.
  func isWhole(_ index: LogIndex) -> Bool {
    guard endsAsSaid(in: index) else { return false }
    guard index.frames > 0 else { return true }
    let frameSize = Self.frameHeaderSize + index.pageSize
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: frameSize, alignment: 8)
    defer { buffer.deallocate() }
    guard pread(descriptor, buffer.baseAddress, Self.headerSize, 0) == Self.headerSize else {
      return false
    }
    // Its last bit says in which order the bytes of a number are summed up.
    let isBigEndian = UInt32(bigEndian: buffer.load(as: UInt32.self)) & 1 == 1
    var sum = LogChecksum(isBigEndian: isBigEndian)
    sum.add(UnsafeRawBufferPointer(rebasing: buffer[..<24]))
    guard sum.isStored(in: buffer, at: 24) else { return false }
    for frame in 0..<index.frames {
      let place = off_t(Self.headerSize + frame * frameSize)
      guard pread(descriptor, buffer.baseAddress, frameSize, place) == frameSize else {
        return false
      }
      sum.add(UnsafeRawBufferPointer(rebasing: buffer[..<8]))
      sum.add(UnsafeRawBufferPointer(rebasing: buffer[Self.frameHeaderSize...]))
      guard sum.isStored(in: buffer, at: 16) else { return false }
    }
    return true
  }
}

/// The running checksum of a log.
private struct LogChecksum {
  let isBigEndian: Bool
  private var first: UInt32 = 0
  private var second: UInt32 = 0

  init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

  /// - Parameter bytes: a multiple of eight.
  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    for place in stride(from: 0, to: bytes.count, by: 8) {
      first &+= word(bytes, place) &+ second
      second &+= word(bytes, place + 4) &+ first
    }
  }

  private func word(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> UInt32 {
    let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
    return isBigEndian ? UInt32(bigEndian: word) : UInt32(littleEndian: word)
  }

  func isStored(in bytes: UnsafeMutableRawBufferPointer, at place: Int) -> Bool {
    UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)) == first
      && UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self))
        == second
  }
}

/// SQLite's index of the log, as it was when the database was opened. Any thread.
struct LogIndexFile: Sendable {
  let path: String
  let identity: FileIdentity

  /// Whether it is the one that is mapped, and not shorter: touching a missing part would end the
  /// process with SIGBUS.
  var isWhole: Bool {
    let status = FileStatus(path)
    return status?.identity == identity && (status?.size ?? 0) >= LogIndex.leastSize
  }
}
