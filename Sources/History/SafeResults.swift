import Foundation
import MainThread
import Training

/// The results of a run that are in the history, in their order, for the case that somebody else changes
/// its files.
///
/// The newest ones are in memory, the others in a temporary file that has no name and is gone with the
/// process: a run of any length needs the same memory.
struct SafeResults {
  /// So many are in memory, unless no temporary file can be written.
  private let mostInMemory: Int
  private let directory: URL

  private var newest: [RecordedResult] = []

  /// The file, and how long its whole lines are; `nil` before it is needed.
  private var file: (handle: FileHandle, length: UInt64)?

  /// Those in the file that were taken back since.
  private var withdrawn: Set<UUID> = []

  /// - Parameters:
  ///   - mostInMemory: at least 1.
  ///   - directory: where the temporary file is.
  init(
    mostInMemory: Int = 64, directory: URL = FileManager.default.temporaryDirectory
  ) {
    self.mostInMemory = max(mostInMemory, 1)
    self.directory = directory
  }

  var isEmpty: Bool { newest.isEmpty && file == nil }

  mutating func add(_ results: [RecordedResult]) {
    newest += results
    guard newest.count > mostInMemory else { return }
    // Half of them at once, so that not every result writes.
    let older = newest.prefix(newest.count - mostInMemory / 2)
    if write(older) { newest.removeFirst(older.count) }
  }

  /// Marks a result as taken back.
  mutating func withdraw(_ id: UUID) {
    if let index = newest.firstIndex(where: { $0.id == id }) {
      newest[index].withdraw()
    } else if file != nil {
      withdrawn.insert(id)
    }
    invariant(file != nil || withdrawn.isEmpty, "a withdrawal of what is in the file has a file")
  }

  /// All of them, in their order.
  var all: [RecordedResult] {
    let older = lines.compactMap { line -> RecordedResult? in
      guard var result = try? RecordLine(line).result else { return nil }
      if withdrawn.contains(result.id) { result.withdraw() }
      return result
    }
    return older + newest
  }

  /// The ids of all of them, in their order, without the rest of them being read.
  var ids: [UUID] { lines.compactMap { Self.id(in: $0) } + newest.map(\.id) }

  /// Those in the file, a line each.
  private var lines: [Data] {
    guard let file else { return [] }
    let text: Data? = try? { () throws -> Data in
      try file.handle.seek(toOffset: 0)
      return try file.handle.readToEnd() ?? Data()
    }()
    return (text ?? Data()).split(separator: UInt8(ascii: "\n"))
  }

  /// The id in a line, which has it in second place.
  private static func id(in line: Data) -> UUID? {
    guard let mark = line.range(of: Data(#","id":""#.utf8)) else { return nil }
    return UUID(
      uuidString: String(decoding: line[mark.upperBound...].prefix(36), as: UTF8.self))
  }

  mutating func removeAll() {
    newest = []
    file = nil
    withdrawn = []
  }

  /// Removes those for which `isGone` is true.
  mutating func removeAll(where isGone: (RecordedResult) -> Bool) {
    let left = all.filter { !isGone($0) }
    removeAll()
    add(left)
  }

  /// Appends a line for each to the file; returns whether they are there.
  private mutating func write(_ results: ArraySlice<RecordedResult>) -> Bool {
    guard let handle = file?.handle ?? makeFile() else { return false }
    let length = file?.length ?? 0
    let lines = Data(results.map { RecordLine.text(of: $0) + "\n" }.joined().utf8)
    do {
      // What a failed attempt has left is overwritten.
      try handle.truncate(atOffset: length)
      try handle.seek(toOffset: length)
      try handle.write(contentsOf: lines)
      file = (handle, length + UInt64(lines.count))
      return true
    } catch {
      try? handle.truncate(atOffset: length)
      return false
    }
  }

  /// A file for reading and writing that only this process can reach; `nil` if there is no room for one.
  private func makeFile() -> FileHandle? {
    var name = directory.appendingPathComponent("peach-run-XXXXXX").path.utf8CString.map { $0 }
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else { return nil }
    unlink(name)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }
}
