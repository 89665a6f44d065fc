import Charts
import Files
import Foundation
import Language
import Program

/// The file of a report. It is either complete or absent.
///
/// An earlier report is replaced without a question, because it can be generated again at any time.
/// Any other file is replaced only if the user requests it.
struct ReportFile {
  let path: String
  private let isForced: Bool

  /// - Parameter isForced: whether any existing file may be replaced.
  /// - Throws: ``Fault`` if the path names a directory or a file that is not a report.
  init(_ path: String, isForced: Bool) throws(Fault) {
    self.path = path
    self.isForced = isForced
    guard let status = FileStatus(path) else { return }
    if status.kind == .folder { throw .cannotCreate(ReportFileText.isDirectory(path)) }
    if status.isRegularFile, status.size > 0, !isForced, !isReport {
      throw .cannotCreate(ReportFileText.isForeign(path))
    }
  }

  /// True if the file is an earlier report.
  private var isReport: Bool {
    guard let file = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? file.close() }
    let beginning = (try? file.read(upToCount: ReportMark.reach)) ?? Data()
    return ReportMark.isIn(String(decoding: beginning, as: UTF8.self))
  }

  /// Replaces the file. If the path is a symbolic link, the link stays, and the file that it points
  /// to is replaced only if that was requested. Throws ``Fault``.
  func write(_ text: String) throws(Fault) {
    do throws(FileFault) {
      try replaceAtomically(path, with: Array(text.utf8), .renewed(followingLinks: isForced))
    } catch {
      switch error {
      case .isDirectory: throw .cannotCreate(ReportFileText.isDirectory(path))
      case .exists: throw .cannotCreate(ReportFileText.isLink(path))
      case .cannotFollow(let link, let reason):
        // One of the links may be a relative path.
        let place = URL(fileURLWithPath: link).path
        throw .cannotCreate(ReportFileText.cannotCreate(place, reason: reason))
      case .cannotCreate(_, let reason):
        throw .cannotCreate(ReportFileText.cannotCreate(path, reason: reason))
      case .cannotWrite(_, let reason):
        throw .inputOutput(ReportFileText.cannotWrite(path, reason: reason))
      }
    }
  }
}

/// The messages of `peach report` about its files.
enum ReportFileText {
  static func written(_ path: String, pictures: Int, directory: String?) -> String {
    guard let directory else { return localized("Report written to %@", path) }
    return localized(
      one: "Report written to %2$@, %1$d chart to %3$@",
      other: "Report written to %2$@, %1$d charts to %3$@", pictures, path, directory)
  }

  static func isDirectory(_ path: String) -> String {
    localized("%@ is a directory; choose a file", path)
  }

  static func isForeign(_ path: String) -> String {
    localized("%@ already exists and is not a report from Peach; --force replaces it", path)
  }

  static func isLink(_ path: String) -> String {
    localized("%@ is a link to another file; --force replaces that file", path)
  }

  static func noDirectory(_ path: String, reason: Int32) -> String {
    localized("the directory %@ cannot be created: %@", path, text(reason))
  }

  static func cannotCreate(_ path: String, reason: Int32) -> String {
    localized("%@ cannot be created: %@", path, text(reason))
  }

  static func cannotWrite(_ path: String, reason: Int32) -> String {
    localized("%@ cannot be written: %@", path, text(reason))
  }

  private static func text(_ reason: Int32) -> String { String(cString: strerror(reason)) }
}
