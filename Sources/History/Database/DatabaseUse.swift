import Files
import Foundation

/// Whether some process has a database open.
enum DatabaseUse {
  /// The bytes of a database file that SQLite locks (`PENDING_BYTE` and what follows): for reading
  /// as long as a database with a write-ahead log is open, otherwise during a transaction.
  private static let lockedBytes: ClosedRange<Int> = 0x4000_0000...0x4000_01ff

  /// Whether a process that this one can see holds one of SQLite's locks on the file, this process
  /// included.
  ///
  /// The kernel's list of locks is read. Opening the file to ask for its locks would drop those that
  /// this process holds (<https://www.sqlite.org/howtocorrupt.html>, 2.2). Processes of another
  /// PID namespace (a container) do not appear there, nor do those of another machine.
  static func isOpen(_ path: String) -> Bool {
    guard let file = FileStatus(path),
      let locks = kernelLocks()
    else { return false }
    let inode = String(file.identity.inode)
    return locks.split(separator: "\n").contains { line in
      // 3: POSIX  ADVISORY  READ 967 fe:00:16770055 1073741826 1073742335
      let fields = line.split(separator: " ")
      guard let place = fields.dropFirst().firstIndex(where: { $0.contains(":") }),
        fields[place].split(separator: ":").last.map(String.init) == inode,
        let first = fields.dropFirst(place + 1).first.flatMap({ Int($0) })
      else { return false }
      return lockedBytes.contains(first)
    }
  }

  /// The kernel's list; `nil` if it cannot be read. Each call of `read` gives only a part of it, and
  /// its size is said to be 0, so Foundation would end too early.
  private static func kernelLocks() -> String? {
    let descriptor = open("/proc/locks", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var list: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &part, part.count)
      guard count > 0 else { break }
      list += part[..<count]
    }
    return String(decoding: list, as: UTF8.self)
  }
}
