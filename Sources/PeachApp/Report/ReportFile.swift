import Charts
import Files
import Foundation

/// A file that a report goes into: complete, or not there.
///
/// An earlier report is replaced without a question, because it can be made again at any time; another
/// file only if the user wants that.
struct ReportFile {
  let path: String

  /// - Parameter isForced: whether what is there may be replaced, whatever it is.
  /// - Throws: ``Fault`` if the path is a directory's or another file's.
  init(_ path: String, isForced: Bool) throws(Fault) {
    self.path = path
    guard let status = FileStatus(path) else { return }
    if status.kind == .folder { throw .cannotCreate(ReportFileText.isDirectory(path)) }
    if status.isRegularFile, status.size > 0, !isForced, !isReport {
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
    do throws(FileFault) {
      try replaceAtomically(path, with: Array(text.utf8), .renewed)
    } catch {
      switch error {
      case .isDirectory: throw .cannotCreate(ReportFileText.isDirectory(path))
      case .exists: throw .cannotCreate(ReportFileText.isForeign(path))
      case .cannotFollow(_, let reason), .cannotCreate(_, let reason):
        throw .cannotCreate(ReportFileText.cannotCreate(path, reason: reason))
      case .cannotWrite(_, let reason):
        throw .inputOutput(ReportFileText.cannotWrite(path, reason: reason))
      }
    }
  }
}
