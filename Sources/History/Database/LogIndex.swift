internal import GRDB
internal import GRDBSQLite

/// What SQLite's index of the log says, which all processes that have the database open share
/// (<https://www.sqlite.org/walformat.html>, 2.1).
struct LogIndex: Equatable {
  /// How many frames of the log count.
  let frames: Int

  /// In bytes.
  let pageSize: Int

  /// Of the last frame.
  let checksum: (UInt32, UInt32)

  /// A number of each generation of the log, as the file has it.
  let salt: (UInt32, UInt32)

  /// How many frames have been folded into the database, and how many somebody has begun to fold.
  private let folded: UInt32
  private let begun: UInt32

  /// The size of its first part, which SQLite maps as a whole.
  static let leastSize = 32768

  /// Reads it through the connection of a database that has a log; `nil` if there is none, or if
  /// others keep writing to it.
  init?(_ database: Database) {
    guard let memory = Self.memory(of: database) else { return nil }
    for _ in 1...10 {
      // It has two copies; they are written one after the other.
      let header = memory.loadUnaligned(as: Header.self)
      let copy = memory.loadUnaligned(
        fromByteOffset: MemoryLayout<Header>.size, as: Header.self)
      guard header == copy else { continue }
      frames = Int(header.frames)
      // 1 stands for 65536, which does not fit.
      pageSize = header.pageSize == 1 ? 65536 : Int(header.pageSize)
      checksum = (header.checksum0, header.checksum1)
      salt = (header.salt0, header.salt1)
      folded = memory.load(fromByteOffset: 96, as: UInt32.self)
      begun = memory.load(fromByteOffset: 128, as: UInt32.self)
      return
    }
    return nil
  }

  /// Whether the log may have been folded into the database, wholly or in part, since `before`, or
  /// is being folded.
  func hasFolded(since before: LogIndex) -> Bool {
    salt != before.salt || folded != before.folded || begun != before.begun || begun > folded
      || before.begun > before.folded
  }

  static func == (one: LogIndex, two: LogIndex) -> Bool {
    one.frames == two.frames && one.checksum == two.checksum && one.salt == two.salt
      && one.folded == two.folded && one.begun == two.begun
  }

  private static func memory(of database: Database) -> UnsafeRawPointer? {
    var file: UnsafeMutablePointer<sqlite3_file>?
    let status = withUnsafeMutablePointer(to: &file) {
      sqlite3_file_control(database.sqliteConnection, "main", SQLITE_FCNTL_FILE_POINTER, $0)
    }
    guard status == SQLITE_OK, let file, let methods = file.pointee.pMethods,
      let map = methods.pointee.xShmMap
    else { return nil }
    var memory: UnsafeMutableRawPointer?
    guard map(file, 0, Int32(leastSize), 0, &memory) == SQLITE_OK else { return nil }
    return memory.map { UnsafeRawPointer($0) }
  }
}

/// The first 48 bytes, in the byte order of the machine.
private struct Header: Equatable {
  let version: UInt32
  let unused: UInt32
  let changes: UInt32
  let isInitialized: UInt8
  let isBigEndian: UInt8
  let pageSize: UInt16
  let frames: UInt32
  let pages: UInt32
  let checksum0: UInt32
  let checksum1: UInt32
  let salt0: UInt32
  let salt1: UInt32
  let ownChecksum0: UInt32
  let ownChecksum1: UInt32
}
