import Files
import Foundation

/// What a database file says of itself in its first 100 bytes
/// (<https://www.sqlite.org/fileformat2.html>, 1.3), read without SQLite.
struct DatabaseHeader: Hashable {
  /// In bytes.
  let pageSize: Int

  /// Whether the file has been prepared for a write-ahead log. SQLite does that before it writes
  /// the first log, and removes the log before it goes back.
  let usesLog: Bool

  /// Counts up whenever a transaction has changed page 1.
  let changeCounter: UInt32

  /// Counts up whenever the schema changes; see ``HistoryLineage``.
  let schemaCookie: UInt32

  static let size = 100

  /// `nil` if the bytes are not the beginning of a database.
  init?(_ bytes: some Collection<UInt8>) {
    let bytes = [UInt8](bytes.prefix(Self.size))
    guard bytes.count == Self.size, bytes.starts(with: "SQLite format 3\0".utf8) else {
      return nil
    }
    let size = Int(bytes[16]) << 8 | Int(bytes[17])
    pageSize = size == 1 ? 65536 : size
    usesLog = bytes[18] == 2 || bytes[19] == 2
    changeCounter = bytes.bigEndianWord(at: 24)
    schemaCookie = bytes.bigEndianWord(at: 40)
  }

  /// Reads it from the file; `nil` if that does not begin as a database does.
  ///
  /// Not for a file that this process has open: closing it would drop SQLite's locks
  /// (<https://www.sqlite.org/howtocorrupt.html>, 2.2).
  init?(path: String) {
    guard let file = LogBytes(path), let start = file.read(Self.size, at: 0) else { return nil }
    self.init(start)
  }
}

/// The committed part of a write-ahead log (<https://www.sqlite.org/fileformat2.html>, 4), read
/// without SQLite.
struct WriteAheadLog {
  /// In bytes.
  let pageSize: Int

  /// How many frames SQLite would replay: those up to the last commit whose salts and checksums are
  /// right.
  let frameCount: Int

  /// The headers in the committed copies of page 1, in order.
  let headers: [DatabaseHeader]

  /// Reads the log frame by frame; it may be large. `nil` if there is none, or if SQLite would not
  /// take it for one.
  init?(path: String) {
    guard let file = LogBytes(path), let start = file.read(Self.headerSize, at: 0) else {
      return nil
    }
    let magic = start.bigEndianWord(at: 0)
    let size = Int(start.bigEndianWord(at: 8))
    guard magic & ~1 == 0x377F_0682, size >= 512, size <= 65536, size & (size - 1) == 0 else {
      return nil
    }
    var sum = Checksum(isBigEndian: magic & 1 == 1)
    sum.add(start, 0..<24)
    guard sum.agrees(with: start, at: 24) else { return nil }
    var committed: [DatabaseHeader] = []
    var pending: [DatabaseHeader] = []
    var (count, last) = (0, 0)
    var offset = Self.headerSize
    while let frame = file.read(Self.frameHeaderSize + size, at: offset),
      frame[8..<16] == start[16..<24]
    {
      sum.add(frame, 0..<8)
      sum.add(frame, Self.frameHeaderSize..<frame.count)
      guard sum.agrees(with: frame, at: 16) else { break }
      count += 1
      if frame.bigEndianWord(at: 0) == 1,
        let header = DatabaseHeader(frame[Self.frameHeaderSize...])
      {
        pending.append(header)
      }
      // A commit says how many pages the database has now; other frames say 0.
      if frame.bigEndianWord(at: 4) != 0 {
        last = count
        committed += pending
        pending = []
      }
      offset += frame.count
    }
    (pageSize, frameCount, headers) = (size, last, committed)
  }

  private static let headerSize = 32
  private static let frameHeaderSize = 24

  /// The running checksum of a log, over words of either byte order.
  private struct Checksum {
    let isBigEndian: Bool
    private var sums: (UInt32, UInt32) = (0, 0)

    init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

    /// - Parameter range: a multiple of 8 bytes.
    mutating func add(_ bytes: [UInt8], _ range: Range<Int>) {
      var (first, second) = sums
      bytes.withUnsafeBytes { bytes in
        for index in stride(from: range.lowerBound, to: range.upperBound, by: 8) {
          first = first &+ word(bytes, index) &+ second
          second = second &+ word(bytes, index + 4) &+ first
        }
      }
      sums = (first, second)
    }

    func agrees(with bytes: [UInt8], at index: Int) -> Bool {
      sums == (bytes.bigEndianWord(at: index), bytes.bigEndianWord(at: index + 4))
    }

    private func word(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> UInt32 {
      let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self)
      return isBigEndian ? UInt32(bigEndian: word) : UInt32(littleEndian: word)
    }
  }
}

/// A rollback journal (<https://www.sqlite.org/fileformat2.html>, 3), read without SQLite.
struct RollbackJournal {
  /// How many pages the database had when the journal was begun.
  let initialPages: UInt32

  /// In bytes.
  let pageSize: Int

  /// The header of the database before the transaction, if the journal has kept page 1.
  let header: DatabaseHeader?

  /// `nil` if SQLite would roll nothing back: there is no journal, or it was not on the disk before
  /// the crash.
  init?(path: String) {
    guard let file = LogBytes(path), let start = file.read(28, at: 0),
      start[0..<8].elementsEqual(Self.magic)
    else { return nil }
    let recordCount = start.bigEndianWord(at: 8)
    let sector = Int(start.bigEndianWord(at: 20))
    let size = Int(start.bigEndianWord(at: 24))
    guard size >= 512, size <= 65536, sector >= 32, recordCount > 0 else { return nil }
    initialPages = start.bigEndianWord(at: 16)
    pageSize = size
    var offset = sector
    var found: DatabaseHeader?
    // A record is the number of a page, the page and a checksum.
    while found == nil, let record = file.read(4 + size + 4, at: offset) {
      if record.bigEndianWord(at: 0) == 1 { found = DatabaseHeader(record[4...]) }
      offset += record.count
    }
    header = found
  }

  private static let magic: [UInt8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]
}

/// The bytes of a log, read without SQLite. No process has the database open then, so closing the
/// file drops nobody's locks.
private struct LogBytes: ~Copyable {
  private let descriptor: CInt

  /// `nil` if there is no such file, or it may not be read.
  init?(_ path: String) {
    guard FileStatus(path)?.isRegularFile == true else { return nil }
    let opened = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard opened >= 0 else { return nil }
    descriptor = opened
  }

  deinit { close(descriptor) }

  /// `nil` if not so many bytes are there.
  func read(_ count: Int, at offset: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    return pread(descriptor, &bytes, count, offset) == count ? bytes : nil
  }
}

extension [UInt8] {
  /// 0 beyond the end.
  fileprivate func bigEndianWord(at index: Int) -> UInt32 {
    guard index + 4 <= count else { return 0 }
    return UInt32(self[index]) << 24 | UInt32(self[index + 1]) << 16 | UInt32(self[index + 2]) << 8
      | UInt32(self[index + 3])
  }
}
