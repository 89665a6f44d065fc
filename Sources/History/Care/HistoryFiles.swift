import Foundation

/// The files that a history is made of, there or not: the database, what SQLite keeps beside it, and
/// results that wait to be taken in. Nothing else may be written in their place.
struct HistoryFiles {
  private let paths: [String]

  init(
    of database: String, environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    let places = RecoveryPlaces(
      database: URL(fileURLWithPath: database), environment: environment)
    let waiting = places.files.flatMap { [$0.path, RecoveryFile($0).setAside.path] }
    paths = ["", "-wal", "-shm", "-journal"].map { database + $0 } + waiting
  }

  /// Whether a file is one of them, under whichever name.
  func contain(_ file: String) -> Bool {
    let status = FileStatus(file)
    let place = FilePlace(file)
    return paths.contains { path in
      FilePlace(path) == place || status.map { $0.identity == FileStatus(path)?.identity } ?? false
    }
  }
}
