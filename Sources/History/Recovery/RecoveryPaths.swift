import Files
import Foundation

/// The files for results that could not be stored, a record a line; the best place first.
///
/// The first is beside the database. The others are for a disk that is full or cannot be written
/// to; each database has a file of its own there. Its name is made from the database's path and has
/// always the same length; the path itself is in the file.
public struct RecoveryPaths: Hashable, Sendable {
  let files: [URL]

  /// The names that earlier versions of Peach gave the files of this database. Databases whose paths
  /// differ in `/` and `%` only had the same.
  let earlierFiles: [URL]

  /// The path of the database, behind all links.
  private let database: String

  /// Beside the name of the database, if that is a link: it may have been the database itself when the file was
  /// written.
  private let fileBesideLink: URL?

  /// The folder that is used if the database's own cannot be; it need not exist.
  public var stateFolder: URL { files[1].deletingLastPathComponent() }

  /// - Parameters:
  ///   - environment: the variables of the process; `XDG_STATE_HOME`, `HOME` and `TMPDIR` are read.
  ///   - accountHome: the home directory of the account, for a process without `HOME`.
  public init(
    database: URL, environment: [String: String], accountHome: String = NSHomeDirectory()
  ) {
    let folders = XDGFolders(environment: environment, accountHome: accountHome)
    // The folder alone: the recovery file itself may be a link.
    let named = database.deletingLastPathComponent().resolvingSymlinksInPath()
      .appendingPathComponent(database.lastPathComponent)
    let database = database.resolvingSymlinksInPath()
    self.database = database.path
    let name = "peach-\(UUID(of: database.path, in: Self.namespace).storedText)" + Self.ending
    let earlierName = "peach" + database.path.replacing("/", with: "%") + Self.ending
    let elsewhere = [folders.state + "/peach/", folders.temporary + "/"]
    let beside = Self.file(beside: database)
    files = [beside] + elsewhere.map { URL(fileURLWithPath: $0 + name) }
    fileBesideLink = named.path == database.path ? nil : Self.file(beside: named)
    earlierFiles = elsewhere.map { URL(fileURLWithPath: $0 + earlierName) }
  }

  private static func file(beside database: URL) -> URL {
    database.deletingLastPathComponent()
      .appendingPathComponent(database.lastPathComponent + ending)
  }

  private static let ending = ".recovery.jsonl"

  /// Peach's namespace for the paths of histories (RFC 9562, section 5.5).
  private static let namespace: uuid_t = (
    0x3F, 0x91, 0x0C, 0x6A, 0x52, 0xD8, 0x4B, 0x17, 0xB3, 0x0E, 0x74, 0xA9, 0x65, 0x1F, 0xC8, 0x2D
  )

  /// Where results are written to.
  var targets: [RecoveryFile] {
    files.enumerated().map { place, url in
      // What is beside the database may be moved with it.
      RecoveryFile(url, history: place == 0 ? nil : database)
    }
  }

  /// The files whose results belong to this database if nobody else can have written them.
  var sources: [RecoveryFile] {
    targets + ([fileBesideLink].compactMap { $0 } + earlierFiles).map { RecoveryFile($0) }
  }

  /// The other databases that may have written a file; more than none only for one of an earlier version.
  func otherHistories(of file: RecoveryFile) -> [String] {
    guard earlierFiles.contains(file.url), file.presence != .none else { return [] }
    let own = FileStatus(database)?.identity
    var paths = [""]
    for part in database.dropFirst().split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == "/" || $0 == "%" })
    {
      paths = paths.flatMap { path -> [String] in
        let isFolder = path.isEmpty || FileStatus(path)?.kind == .folder && !path.hasSuffix("/")
        return (isFolder ? ["\(path)/\(part)"] : []) + (path.isEmpty ? [] : ["\(path)%\(part)"])
      }
    }
    return paths.filter { path in
      guard path != database, let other = FileStatus(path), other.isRegularFile else {
        return false
      }
      return other.identity != own
    }
  }
}

extension RecoveryPaths {
  /// What is in recovery files, whether there is a database or not; nothing is changed.
  public func findings() -> [HistoryFinding] {
    sources.flatMap { file in
      let setAside = file.setAside.url.path
      return finding(of: file) { lines in
        let others = otherHistories(of: file)
        return others.isEmpty
          ? .pendingRecovery(path: file.url.path, lines: lines)
          : .ambiguousRecovery(path: file.url.path, histories: [database] + others)
      } + finding(of: file.setAside) { .setAside(path: setAside, lines: $0) }
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
