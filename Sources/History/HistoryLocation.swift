import Files
import Foundation

/// The path of the record of training; nothing else knows it.
public struct HistoryLocation: Hashable, Sendable {
  /// `$XDG_DATA_HOME/peach/training.sqlite`, or `~/.local/share/peach/training.sqlite`.
  public let database: URL

  /// - Parameters:
  ///   - environment: the variables of the process; `XDG_DATA_HOME` and `HOME` are read.
  ///   - accountHome: the home directory of the account, for a process without `HOME`.
  public init(environment: [String: String], accountHome: String = NSHomeDirectory()) {
    let folders = XDGFolders(environment: environment, accountHome: accountHome)
    database = URL(fileURLWithPath: folders.data + "/peach/training.sqlite")
  }
}

/// The files that a history consists of, whether they exist or not: the database, what SQLite keeps
/// beside it, and the recovery files. Nothing else may be written in their place.
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

  /// Whether a file is one of them, whatever its name.
  func contain(_ file: String) -> Bool {
    let status = FileStatus(file)
    let place = FilePlace(file)
    return paths.contains { path in
      FilePlace(path) == place || status.map { $0.identity == FileStatus(path)?.identity } ?? false
    }
  }
}
