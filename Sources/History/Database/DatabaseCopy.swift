import Foundation

/// A copy of a database for reading, in a directory of its own that goes with it: SQLite cannot read
/// one with a write-ahead log where it may not write beside it.
final class DatabaseCopy {
  let url: URL
  private let directory: URL

  /// Copies the file and its log. Throws `DataStoreFault`.
  init(of original: URL) throws {
    let place = FileManager.default.temporaryDirectory
    let template = place.appendingPathComponent("peach-history-XXXXXX").path
    var name = template.utf8CString.map { $0 }
    guard mkdtemp(&name) != nil else {
      throw DataStoreFault.temporaryDirectory(path: place.path, reason: errno)
    }
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
      throw Self.fault(error, original, place)
    }
  }

  deinit { remove() }

  /// What cannot be read is the original's; what cannot be written is the temporary directory's.
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

  private func remove() { try? FileManager.default.removeItem(at: directory) }
}
