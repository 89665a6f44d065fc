import Files
import Foundation
internal import GRDB

/// A failed access to the record of training, with its cause.
public enum DataStoreError: Error, Hashable, Sendable {
  /// The result was not stored; nothing of it is in the database.
  case saveFailed(DataStoreFault)

  case fetchFailed(DataStoreFault)

  case deleteFailed(DataStoreFault)

  /// There is no database: it could not be opened or created, or it has been closed.
  case contextUnavailable(DataStoreFault)

  public var cause: DataStoreFault {
    switch self {
    case .saveFailed(let cause), .fetchFailed(let cause), .deleteFailed(let cause),
      .contextUnavailable(let cause):
      cause
    }
  }
}

/// The cause of a ``DataStoreError``.
public enum DataStoreFault: Error, Hashable, Sendable {
  /// The file is something else, such as text, a directory or a device.
  case notADatabase

  case corrupt

  /// The database contains a row that is not a record, such as one without a time.
  case unreadable(UnreadableRow)

  /// A newer Peach has written the database. It was left as it is.
  case newerVersion(found: Int, known: Int)

  /// The database belongs to another program, which SQLite's application id names (0: none).
  case foreignDatabase(applicationID: Int)

  /// A view, a trigger or a virtual table of that name replaces one of Peach's tables or acts on
  /// it. Peach does not query it: it may compute without an end.
  case foreignObject(name: String)

  case circularLinks(path: String)

  /// The file or its file system cannot be written to.
  case readOnly

  /// No space is left, or the quota is used up.
  case diskFull

  /// Another process held the database for longer than the timeout.
  case locked

  case folderWithoutLocks(path: String)

  case cannotCreate(path: String)

  /// The temporary directory has no room for a copy of the database, or for the rows that an import
  /// compares. The reason is the system's error number.
  case temporaryDirectory(path: String, reason: Int32)

  /// The file exists but may not be opened.
  case accessDenied(path: String)

  /// The database was moved, deleted, replaced, truncated or overwritten while it was open.
  case fileReplaced(path: String)

  /// The disk or its driver failed.
  case inputOutput(message: String)

  /// The disk has not answered for some seconds.
  case hanging

  /// There is a record of that id already; it stays as it was.
  case alreadyStored

  /// The record breaks a rule of the database, such as a time before 1970.
  case rejected(message: String)

  case closed

  /// Any other fault, in SQLite's words.
  case other(message: String)
}

extension DataStoreFault {
  /// The fault behind an error of GRDB, SQLite or the file system.
  ///
  /// - Parameters:
  ///   - path: the database file, to distinguish a missing one from a forbidden one.
  ///   - hasLocks: true if files in the folder can be locked. SQLite does not distinguish a file
  ///     that cannot be locked from one that is.
  init(
    _ error: any Error, path: String,
    hasLocks: (_ folder: String) -> Bool = canLockFiles
  ) {
    switch error {
    case let fault as DataStoreFault: self = fault
    case let error as DatabaseError:
      let folder = FileLocation(path).path.parentDirectory
      switch error.resultCode {
      case .SQLITE_BUSY where !hasLocks(folder):
        self = .folderWithoutLocks(path: folder)
      default: self.init(error, path: path)
      }
    case let row as UnreadableRow: self = .unreadable(row)
    case is RowDecodingError: self = .corrupt
    default: self = .other(message: String(describing: error))
    }
  }

  /// True if both the file and its directory can be written to.
  private static func isWritable(_ path: String) -> Bool {
    let directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
    return access(path, W_OK) == 0 && access(directory, W_OK) == 0
  }

  /// The codes are those of <https://www.sqlite.org/rescode.html>.
  private init(_ error: DatabaseError, path: String) {
    let message = error.message ?? error.resultCode.description
    switch error.resultCode {
    case .SQLITE_NOTADB: self = .notADatabase
    case .SQLITE_CORRUPT: self = .corrupt
    case .SQLITE_READONLY: self = .readOnly
    case .SQLITE_FULL: self = .diskFull
    case .SQLITE_BUSY, .SQLITE_LOCKED: self = .locked
    case .SQLITE_PERM, .SQLITE_AUTH: self = .accessDenied(path: path)
    case .SQLITE_CANTOPEN:
      // If it can be read all the same, SQLite cannot write beside it.
      self =
        FileStatus(path) == nil
        ? .cannotCreate(path: path)
        : access(path, R_OK) == 0 && !Self.isWritable(path) ? .readOnly : .accessDenied(path: path)
    case .SQLITE_IOERR: self = .inputOutput(message: message)
    case .SQLITE_CONSTRAINT:
      let isDuplicate = error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE
      self = isDuplicate ? .alreadyStored : .rejected(message: message)
    default: self = .other(message: message)
    }
  }
}

extension DataStoreFault {
  /// The fault behind a failed system call.
  ///
  /// - Parameter path: the file that the call was about.
  init(errno number: Int32, path: String) {
    switch number {
    case ENOSPC, EDQUOT: self = .diskFull
    case EROFS: self = .readOnly
    case ELOOP where FileStatus.isCircular(path): self = .circularLinks(path: path)
    case EACCES, EPERM, ELOOP: self = .accessDenied(path: path)
    case ENOENT, ENOTDIR, ENAMETOOLONG: self = .cannotCreate(path: path)
    default: self = .inputOutput(message: String(cString: strerror(number)))
    }
  }
}
