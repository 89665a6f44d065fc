import Foundation

/// Follows all symbolic links that the path names, whether there is a file or not. Links in the
/// folders on the way stay in it. Throws ``FileFault/cannotFollow(path:errno:)``.
public func followingLinks(_ path: String) throws(FileFault) -> String {
  var path = path
  // Linux itself follows as many.
  for _ in 0..<40 {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return path }
    guard let link = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else {
      throw .cannotFollow(path: path, errno: EIO)
    }
    let folder = path.parentDirectory
    path = link.hasPrefix("/") || folder.isEmpty ? link : folder + "/" + link
  }
  throw .cannotFollow(path: path, errno: ELOOP)
}

/// The place of a file, existing or not, with every symbolic link on the way followed. Two paths
/// that lead to the same place are equal.
public struct FileLocation: Hashable, Sendable {
  public let path: String

  public init(_ path: String) {
    let absolute = URL(fileURLWithPath: path).path
    if let real = Self.real(absolute) {
      self.path = real
      return
    }
    // There may be no file yet at the end of the links.
    let target = URL(fileURLWithPath: (try? followingLinks(absolute)) ?? absolute)
    let folder = target.deletingLastPathComponent().path
    self.path =
      URL(fileURLWithPath: Self.real(folder) ?? folder)
      .appendingPathComponent(target.lastPathComponent).path
  }

  private static func real(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}

/// Files that no command may write over, whether they exist or not.
public struct ProtectedFiles: Sendable {
  private let places: Set<FileLocation>
  private let identities: Set<FileIdentity>

  public init(_ paths: [String]) {
    places = Set(paths.map { FileLocation($0) })
    identities = Set(paths.compactMap { FileStatus($0)?.identity })
  }

  /// True if the path leads to one of them: by its name, through symbolic links, or as a hard link.
  public func contain(_ path: String) -> Bool {
    places.contains(FileLocation(path))
      || FileStatus(path).map { identities.contains($0.identity) } ?? false
  }
}

extension String {
  /// The path without its last component; empty for a path of one component. (Foundation's own
  /// property traps for a path of one letter.)
  public var parentDirectory: String {
    guard let slash = lastIndex(of: "/") else { return "" }
    return slash == startIndex ? "/" : String(self[..<slash])
  }
}
