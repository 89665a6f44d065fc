import Charts
import Foundation

/// A file that a report goes into: complete, or not there.
///
/// An earlier report is written over without asking, for it is made anew at any time; anything else only
/// where the user wants that.
struct ReportFile {
  let path: String

  /// - Parameter isForced: whether what is there may be replaced, whatever it is.
  /// - Throws: ``Fault`` where the path is a directory's or another file's.
  init(_ path: String, isForced: Bool) throws(Fault) {
    self.path = path
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    let kind = status.st_mode & S_IFMT
    if kind == S_IFDIR { throw .cannotCreate(ReportFileText.isDirectory(path)) }
    if kind == S_IFREG, status.st_size > 0, !isForced, !isReport {
      throw .cannotCreate(ReportFileText.isForeign(path))
    }
  }

  /// Whether an earlier report is there.
  private var isReport: Bool {
    guard let file = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? file.close() }
    let beginning = (try? file.read(upToCount: ReportMark.reach)) ?? Data()
    return ReportMark.isIn(String(decoding: beginning, as: UTF8.self))
  }

  /// Puts the text in the file's place; through a symbolic link, the place that it names. Throws
  /// ``Fault``.
  func write(_ text: String) throws(Fault) {
    let place = URL(fileURLWithPath: try Self.followingLinks(path))
    var status = stat()
    // A device or a pipe cannot be replaced, and has nothing to lose.
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      return try writeThrough(text, to: path)
    }
    let name = ".\(place.lastPathComponent.prefix(100)).\(UUID().uuidString.prefix(8))"
    let temporary = place.deletingLastPathComponent().appendingPathComponent(name).path
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw .cannotCreate(ReportFileText.cannotCreate(path, reason: errno))
    }
    let file = DescriptorFile(descriptor)
    guard file.write(text), fsync(descriptor) == 0, rename(temporary, place.path) == 0 else {
      let reason = errno
      unlink(temporary)
      throw .inputOutput(ReportFileText.cannotWrite(path, reason: reason))
    }
  }

  /// The file behind all symbolic links, whether it is there or not.
  private static func followingLinks(_ path: String) throws(Fault) -> String {
    var path = path
    // As many as Linux follows itself.
    for _ in 0..<40 {
      guard let link = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else {
        return path
      }
      let parent = URL(fileURLWithPath: path).deletingLastPathComponent()
      path = link.hasPrefix("/") ? link : parent.appendingPathComponent(link).path
    }
    throw .cannotCreate(ReportFileText.cannotCreate(path, reason: ELOOP))
  }

  private func writeThrough(_ text: String, to path: String) throws(Fault) {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw .cannotCreate(ReportFileText.cannotCreate(path, reason: errno))
    }
    let file = DescriptorFile(descriptor)
    guard file.write(text) else {
      throw .inputOutput(ReportFileText.cannotWrite(path, reason: errno))
    }
  }
}

/// A descriptor that is written once and closed.
private final class DescriptorFile {
  private let descriptor: Int32

  init(_ descriptor: Int32) { self.descriptor = descriptor }
  deinit { close(descriptor) }

  /// False where it failed; `errno` says why.
  func write(_ text: String) -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
