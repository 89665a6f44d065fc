import Foundation

/// Where SQLite puts temporary databases (<https://www.sqlite.org/tempfiles.html>, 5).
enum StagingPlace {
  static var current: String {
    let environment = ProcessInfo.processInfo.environment
    let named = ["SQLITE_TMPDIR", "TMPDIR"].compactMap { environment[$0] }
    return (named + ["/var/tmp", "/usr/tmp", "/tmp"]).first {
      FileStatus($0)?.isRegularFile == false && access($0, W_OK | X_OK) == 0
    } ?? "."
  }
}
