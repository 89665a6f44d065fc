import Foundation

/// What `peach report` says of its files.
enum ReportFileText {
  static func written(_ path: String, pictures: Int, directory: String?) -> String {
    guard let directory else { return "The report is \(path)" }
    return pictures == 1
      ? "The report is \(path), 1 picture is in \(directory)"
      : "The report is \(path), \(pictures) pictures are in \(directory)"
  }

  static func isDirectory(_ path: String) -> String { "\(path) is a directory; name a file" }

  static func isForeign(_ path: String) -> String {
    "\(path) is there already and is no report of Peach's; --force replaces it"
  }

  static func noDirectory(_ path: String, reason: Int32) -> String {
    "the directory \(path) cannot be created: \(text(reason))"
  }

  static func cannotCreate(_ path: String, reason: Int32) -> String {
    "\(path) cannot be created: \(text(reason))"
  }

  static func cannotWrite(_ path: String, reason: Int32) -> String {
    "\(path) cannot be written: \(text(reason))"
  }

  private static func text(_ reason: Int32) -> String { String(cString: strerror(reason)) }
}
