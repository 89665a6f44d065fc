import Foundation

/// The user's folders as the XDG Base Directory Specification 0.8 names them. A variable that is
/// empty or a relative path counts as not set.
public struct XDGFolders: Hashable, Sendable {
  public let home: String

  /// `$XDG_CONFIG_HOME`, or `~/.config`.
  public let config: String

  /// `$XDG_CONFIG_DIRS`, or `/etc/xdg`; the most important one first.
  public let sharedConfig: [String]

  /// `$XDG_DATA_HOME`, or `~/.local/share`.
  public let data: String

  /// `$XDG_STATE_HOME`, or `~/.local/state`.
  public let state: String

  /// `$XDG_CACHE_HOME`, or `~/.cache`.
  public let cache: String

  /// `$XDG_DATA_DIRS`, or `/usr/local/share` and `/usr/share`.
  public let sharedData: [String]

  /// `$TMPDIR`, or `/tmp`.
  public let temporary: String

  /// The variables that the folders come from.
  private static let variables = [
    "HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME",
    "XDG_CONFIG_DIRS", "XDG_DATA_DIRS", "TMPDIR",
  ]

  /// The first of these variables of the process that is not UTF-8; `nil` if all are. Foundation
  /// repairs such a text, and the path then leads elsewhere.
  public static var variableWithoutText: String? {
    variables.first { name in getenv(name).map { String(validatingCString: $0) == nil } ?? false }
  }

  /// - Parameters:
  ///   - environment: the variables of the process.
  ///   - accountHome: the home directory of the account, for a process without `HOME`.
  public init(environment: [String: String], accountHome: String = NSHomeDirectory()) {
    func folder(_ variable: String) -> String? { Self.absolute(environment[variable]) }
    let home = folder("HOME") ?? accountHome
    self.home = home
    config = folder("XDG_CONFIG_HOME") ?? home + "/.config"
    data = folder("XDG_DATA_HOME") ?? home + "/.local/share"
    state = folder("XDG_STATE_HOME") ?? home + "/.local/state"
    cache = folder("XDG_CACHE_HOME") ?? home + "/.cache"
    temporary = folder("TMPDIR") ?? "/tmp"
    func folders(_ variable: String, or usual: [String]) -> [String] {
      let named = (environment[variable] ?? "").split(separator: ":")
        .compactMap { Self.absolute(String($0)) }
      return named.isEmpty ? usual : named
    }
    sharedConfig = folders("XDG_CONFIG_DIRS", or: ["/etc/xdg"])
    sharedData = folders("XDG_DATA_DIRS", or: ["/usr/local/share", "/usr/share"])
  }

  private static func absolute(_ path: String?) -> String? {
    guard var path, path.hasPrefix("/") else { return nil }
    while path.hasSuffix("/") { path.removeLast() }
    return path
  }
}

/// Creates the folder and those above it that are missing, for this user alone (mode 0700, as the
/// XDG specification wants it). Those that are there stay as they are.
///
/// Each new entry is flushed to the disk: after a power cut a file is only as safe as its folder.
public func createFolder(_ path: String) throws(FileFault) {
  var folder = path.hasPrefix("/") ? "" : "."
  for component in path.split(separator: "/") {
    let parent = folder
    folder += "/" + component
    if mkdir(folder, 0o700) == 0 {
      flushFolder(parent.isEmpty ? "/" : parent)
      continue
    }
    // A folder may be there and yet refuse the attempt, on a read-only file system for example.
    let fault = errno
    if fault != EEXIST, FileStatus(folder) == nil {
      throw .cannotCreate(path: folder, errno: fault)
    }
  }
}

/// Writes the entries of a folder to the disk; an empty path is the working directory. File systems
/// that cannot do so (some network ones) refuse, and then there is nothing to be done.
public func flushFolder(_ path: String) {
  let descriptor = openFolder(path)
  guard descriptor >= 0 else { return }
  fsync(descriptor)
  close(descriptor)
}

/// Does the work while no other process that asks for the same lock does its own. Without locks
/// (some network file systems have none) the work goes on all the same.
public func withLockedFolder<Failure: Error>(
  _ path: String, _ work: () throws(Failure) -> Void
) throws(Failure) {
  let descriptor = openFolder(path)
  if descriptor >= 0 { flock(descriptor, LOCK_EX) }
  defer { if descriptor >= 0 { close(descriptor) } }
  try work()
}

private func openFolder(_ path: String) -> CInt {
  open(path.isEmpty ? "." : path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
}
