import Files
import Foundation
import MainThread

/// A file of results that could not be stored, with one record per line. If it is not beside the
/// history, it begins with the first line of any file of JSON lines, which names the history.
///
/// Two Peaches may write and read it at the same time: each locks the file meanwhile, and then
/// checks that the file of that name is still the same.
struct RecoveryFile {
  let url: URL

  /// The path of the history that the file belongs to; `nil` for a file that does not name it.
  let history: String?

  /// The longest wait for another Peach that has locked the file, in seconds.
  let timeout: TimeInterval

  init(_ url: URL, history: String? = nil, timeout: TimeInterval = 0.25) {
    self.url = url
    self.history = history
    self.timeout = timeout
  }

  /// The object with the file's name.
  enum Presence { case none, own, foreign }

  var presence: Presence {
    var status = stat()
    guard lstat(url.path, &status) == 0 else { return .none }
    return Self.isOwn(status) ? .own : .foreign
  }

  /// The file for lines that are not results.
  var setAside: RecoveryFile {
    RecoveryFile(
      url.deletingPathExtension().appendingPathExtension("damaged.jsonl"), history: history)
  }

  /// The path of the history that the content names, if it is not this one.
  func otherHistory(in content: Data) -> String? {
    guard let history, let line = content.split(separator: UInt8(ascii: "\n")).first,
      let named = JSONHeader(String(decoding: line, as: UTF8.self))?.history, named != history
    else { return nil }
    return named
  }

  /// True if a line is the first one of a file, and not a record.
  static func isHeader(_ line: some Collection<UInt8>) -> Bool {
    line.starts(with: JSONHeader.beginning.utf8)
  }

  /// Adds lines with their ends at the end of the file; on return they are on the disk. Creates the
  /// file (mode 0600) and its directory if they are missing. If not all lines can be added, none
  /// is.
  func append(_ lines: Data) throws(DataStoreFault) {
    let directory = url.deletingLastPathComponent()
    try DataDirectory.create(directory)
    let descriptor = try opened(O_RDWR | O_CREAT)
    defer { close(descriptor) }
    let size = lseek(descriptor, 0, SEEK_END)
    // If a power cut has torn the last line, the next one must not be damaged, too.
    var last = UInt8(ascii: "\n")
    if size > 0 { pread(descriptor, &last, 1, size - 1) }
    let header = history.map { JSONHeader.line(history: $0) + "\n" } ?? ""
    let before = size == 0 ? header : last == UInt8(ascii: "\n") ? "" : "\n"
    let text = Data(before.utf8) + lines
    do {
      try write(text, to: descriptor)
    } catch {
      if size == 0 { unlink(url.path) } else { ftruncate(descriptor, size) }
      throw error
    }
    flushFolder(directory.path)
  }

  /// Calls `body` with the file's content, and removes the file if `body` returns. Does nothing if
  /// there is no file; throws `locked` if another Peach has locked it.
  func consume(_ body: (Data) throws -> Void) throws {
    guard presence != .none else { return }
    let descriptor: Int32
    do {
      descriptor = try opened(O_RDONLY)
    } catch {
      // Another Peach may have recovered it meanwhile.
      guard presence != .none else { return }
      throw error
    }
    // Closing it releases the lock.
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    try body(try handle.readToEnd() ?? Data())
    // In a directory that cannot be changed, the file can still be emptied.
    if unlink(url.path) != 0 { truncate(url.path, 0) }
    flushFolder(url.deletingLastPathComponent().path)
    withExtendedLifetime(handle) {}
  }

  /// The number of lines, except the first one and those of runs. Throws if the file may not be
  /// read.
  func lineCount() throws(DataStoreFault) -> Int {
    let descriptor = open(url.path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw DataStoreFault(errno: errno, path: url.path) }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      return try (handle.readToEnd() ?? Data()).split(separator: UInt8(ascii: "\n"))
        .count { !$0.starts(with: RecordLine.runPrefix) && !Self.isHeader($0) }
    } catch {
      throw .inputOutput(message: error.localizedDescription)
    }
  }

  /// Opens the file and locks it exclusively. It must be this user's own file and not a link, since
  /// one of the folders is open to everybody.
  private func opened(_ flags: Int32) throws(DataStoreFault) -> Int32 {
    let deadline = ProgramClock.now + .seconds(timeout)
    while true {
      let descriptor = open(url.path, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
      guard descriptor >= 0 else { throw DataStoreFault(errno: errno, path: url.path) }
      var status = stat()
      guard fstat(descriptor, &status) == 0, Self.isOwn(status) else {
        close(descriptor)
        throw .accessDenied(path: url.path)
      }
      let isLocked = flock(descriptor, LOCK_EX | LOCK_NB) == 0
      guard isLocked || errno == EWOULDBLOCK || errno == EINTR else {
        close(descriptor)
        throw .folderWithoutLocks(path: url.deletingLastPathComponent().path)
      }
      // The previous holder of the lock may have removed the file.
      let identity = FileStamp(status).identity
      if isLocked, FileStatus(url.path)?.identity == identity { return descriptor }
      close(descriptor)
      guard ProgramClock.now < deadline else { throw .locked }
      if !isLocked { Scheduling.block(for: .milliseconds(5)) }
    }
  }

  private static func isOwn(_ status: stat) -> Bool {
    status.st_mode & S_IFMT == S_IFREG && status.st_uid == geteuid()
  }

  private func write(_ text: Data, to descriptor: Int32) throws(DataStoreFault) {
    var rest = text[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw DataStoreFault(errno: errno, path: url.path) }
      rest = rest.dropFirst(count)
    }
    guard fsync(descriptor) == 0 else { throw DataStoreFault(errno: errno, path: url.path) }
  }
}

/// The files for results that could not be stored, with one record per line; the best place first.
///
/// The first is beside the database. The others are for a disk that is full or cannot be written
/// to; each database has a file of its own there. Its name is made from the database's path and
/// always has the same length; the path itself is in the file.
public struct RecoveryPaths: Hashable, Sendable {
  let files: [URL]

  /// The files of this database in earlier versions of Peach. Databases whose paths differ only in
  /// `/` and `%` had the same.
  let earlierFiles: [URL]

  /// The path of the database, behind all links.
  private let database: String

  /// The file beside the name of the database, if that is a link: the link may have been the
  /// database itself when the file was written.
  private let fileBesideLink: URL?

  /// The folder that is used if the database's own cannot be used; it may be missing.
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

  var targets: [RecoveryFile] {
    files.enumerated().map { place, url in
      // A file beside the database may be moved with it.
      RecoveryFile(url, history: place == 0 ? nil : database)
    }
  }

  /// The files whose results belong to this database, unless another database can have written
  /// them.
  var sources: [RecoveryFile] {
    targets + ([fileBesideLink].compactMap { $0 } + earlierFiles).map { RecoveryFile($0) }
  }

  /// The other databases that may have written a file; there are some only for a file of an earlier
  /// version.
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
  /// The findings about recovery files, whether there is a database or not; nothing is changed.
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

  /// - Parameter whenHolding: the finding for a file with that many lines.
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

extension TrainingDataStore {
  /// Stores the results in recovery files: each file in one transaction, by id, so that no result
  /// is stored twice. Then it removes the file.
  ///
  /// - Returns: the outcomes; none if there was no file.
  public func recover(_ places: RecoveryPaths) -> [Recovery] {
    places.sources.flatMap { file -> [Recovery] in
      let others = places.otherHistories(of: file)
      return others.isEmpty
        ? recover(file) : [.ambiguous(path: file.url.path, histories: [path] + others)]
    }
  }

  private func recover(_ file: RecoveryFile) -> [Recovery] {
    guard file.presence != .foreign else { return [.foreign(path: file.url.path)] }
    var recoveries: [Recovery] = []
    do {
      try file.consume { data in
        if let other = file.otherHistory(in: data) { throw OtherHistory(path: other) }
        var (results, runs, damaged) = Self.results(in: data)
        let outcome = try store(results.map(\.result), of: runs)
        damaged += results.filter { outcome.refused.keys.contains($0.result.id) }.map(\.line)
        if outcome.newCount > 0 {
          recoveries.append(.recovered(count: outcome.newCount, path: file.url.path))
        }
        guard !damaged.isEmpty else { return }
        try file.setAside.append(Data(damaged.joined(separator: [newline])) + [newline])
        recoveries.append(.setAside(count: damaged.count, path: file.setAside.url.path))
      }
    } catch let other as OtherHistory {
      return [.ambiguous(path: file.url.path, histories: [other.path])]
    } catch {
      let failure =
        error as? DataStoreError
        ?? .saveFailed(error as? DataStoreFault ?? .other(message: String(describing: error)))
      recoveries.append(.failed(failure, path: file.url.path))
    }
    return recoveries
  }

  /// The file says that its results belong to the history at that path.
  private struct OtherHistory: Error { let path: String }

  private static func results(
    in data: Data
  ) -> (results: [(result: RecordedResult, line: Data)], runs: [RunRecord], damaged: [Data]) {
    var results: [(RecordedResult, Data)] = []
    var runs: [RunRecord] = []
    var damaged: [Data] = []
    for line in data.split(separator: newline) where !RecoveryFile.isHeader(line) {
      switch try? RecordLine.read(line) {
      case .result(let result, hasID: true): results.append((result, line))
      case .run(let run): runs.append(run)
      // Without an id it could be stored twice.
      case .result, .otherTraining, nil: damaged.append(line)
      }
    }
    return (results, runs, damaged)
  }
}

private let newline = UInt8(ascii: "\n")

/// The outcome for one recovery file.
public enum Recovery: Hashable, Sendable {
  /// Results that are new in the database; the file has been removed.
  case recovered(count: Int, path: String)

  /// Lines that are not results, set aside in another file.
  case setAside(count: Int, path: String)

  /// The results could not be stored; they stay in their file.
  case failed(DataStoreError, path: String)

  /// The object with the file's name is a link, not a file, or another user's. It is never read.
  case foreign(path: String)

  /// The results in the file belong to another history, or to one of several; it stays as it is.
  case ambiguous(path: String, histories: [String])
}
