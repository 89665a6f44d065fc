import Foundation

/// A copy of a database for reading, in a directory of its own that goes with it: SQLite cannot read
/// one with a write-ahead log where it may not write beside it.
final class DatabaseCopy {
  let url: URL
  private let directory: URL

  /// Copies the file and its log. Throws `DataStoreFault`.
  init(of original: URL) throws {
    let template = FileManager.default.temporaryDirectory
      .appendingPathComponent("peach-history-XXXXXX").path
    var name = template.utf8CString.map { $0 }
    guard mkdtemp(&name) != nil else { throw DataStoreFault.cannotCreate(path: template) }
    directory = URL(
      fileURLWithPath: String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    )
    url = directory.appendingPathComponent("training.sqlite")
    do {
      let files = ["", "-wal"].filter { FileStatus(original.path + $0) != nil }
      let before = files.map { FileStatus(original.path + $0) }
      for file in files {
        try FileManager.default.copyItem(
          at: URL(fileURLWithPath: original.path + file), to: URL(fileURLWithPath: url.path + file))
        // The copy has the original's mode.
        chmod(url.path + file, 0o600)
      }
      // Somebody else may be able to write.
      guard files.map({ FileStatus(original.path + $0) }) == before else {
        throw DataStoreFault.locked
      }
    } catch {
      remove()
      throw error as? DataStoreFault ?? .accessDenied(path: original.path)
    }
  }

  deinit { remove() }

  private func remove() { try? FileManager.default.removeItem(at: directory) }
}
