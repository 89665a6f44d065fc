import Files
import Foundation

/// The files for results that could not be stored, a record a line; the best place first.
///
/// The first is beside the database. The others are for a disk that is full or cannot be written
/// to; each database has a file of its own there, named after its path.
public struct RecoveryPlaces: Hashable, Sendable {
  let files: [URL]

  /// The folder that is used if the database's own cannot be; it need not exist.
  public var stateFolder: URL { files[1].deletingLastPathComponent() }

  /// - Parameters:
  ///   - environment: the variables of the process; `XDG_STATE_HOME`, `HOME` and `TMPDIR` are read.
  ///   - accountHome: the home directory of the account, for a process without `HOME`.
  public init(
    database: URL, environment: [String: String], accountHome: String = NSHomeDirectory()
  ) {
    let folders = XDGFolders(environment: environment, accountHome: accountHome)
    let database = database.resolvingSymlinksInPath()
    let name = "peach" + database.path.replacing("/", with: "%") + Self.ending
    files = [
      database.deletingLastPathComponent()
        .appendingPathComponent(database.lastPathComponent + Self.ending),
      URL(fileURLWithPath: folders.state + "/peach/" + name),
      URL(fileURLWithPath: folders.temporary + "/" + name),
    ]
  }

  private static let ending = ".recovery.jsonl"
}

extension RecoveryPlaces {
  /// What is in recovery files, whether there is a database or not; nothing is changed.
  public func findings() -> [HistoryFinding] {
    files.map { RecoveryFile($0) }.flatMap { file in
      let setAside = file.setAside
      return finding(of: file) { .pendingRecovery(path: file.url.path, lines: $0) }
        + finding(of: RecoveryFile(setAside)) { .setAside(path: setAside.path, lines: $0) }
    }
  }

  /// - Parameter whenHolding: the finding for a file of so many lines.
  private func finding(
    of file: RecoveryFile, whenHolding: (Int) -> HistoryFinding
  ) -> [HistoryFinding] {
    switch file.presence {
    case .none: return []
    case .foreign: return [.foreignRecovery(path: file.url.path)]
    case .own:
      guard let lines = try? file.lineCount() else {
        return [.unreadableRecovery(path: file.url.path)]
      }
      return lines == 0 ? [] : [whenHolding(lines)]
    }
  }
}
