import Foundation
import Language

/// What `peach report` says of its files.
enum ReportFileText {
  static func written(_ path: String, pictures: Int, directory: String?) -> String {
    guard let directory else { return localized("The report is %@", path) }
    return localized(
      one: "The report is %2$@, %1$d picture is in %3$@",
      other: "The report is %2$@, %1$d pictures are in %3$@", pictures, path, directory)
  }

  static func isDirectory(_ path: String) -> String {
    localized("%@ is a directory; name a file", path)
  }

  static func isForeign(_ path: String) -> String {
    localized("%@ is there already and is no report of Peach's; --force replaces it", path)
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
