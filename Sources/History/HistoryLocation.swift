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

extension ProtectedFiles {
  /// The files that a history consists of: the database, what SQLite keeps beside it, and the
  /// recovery files.
  public init(
    historyAt database: String,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    let places = RecoveryPlaces(
      database: URL(fileURLWithPath: database), environment: environment)
    let waiting = places.files.flatMap { [$0.path, RecoveryFile($0).setAside.path] }
    // SQLite keeps its files beside the database itself, behind all links.
    let file = FilePlace(database).path
    self.init([database, file] + LogInspection.endings.map { file + $0 } + waiting)
  }
}
