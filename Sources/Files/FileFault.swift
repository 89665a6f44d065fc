import Glibc

/// Why a file or a folder cannot be created or written.
public enum FileFault: Error, Hashable, Sendable {
  case isDirectory(path: String)

  /// A file is there that the rule protects.
  case exists(path: String)

  /// A link leads nowhere: `ELOOP` for links in a circle.
  case cannotFollow(path: String, errno: CInt)

  /// `ECANCELED` if the task was cancelled while a pipe waited for a reader.
  case cannotCreate(path: String, errno: CInt)

  /// The file can be created but not written, or not put in its place.
  case cannotWrite(path: String, errno: CInt)

  /// The system's error number, if there is one.
  public var number: CInt? {
    switch self {
    case .isDirectory, .exists: nil
    case .cannotFollow(_, let errno), .cannotCreate(_, let errno), .cannotWrite(_, let errno): errno
    }
  }
}
