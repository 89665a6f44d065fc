import Foundation
internal import GRDB

extension DataStoreFault {
  /// The fault behind whatever GRDB, SQLite or the file system threw.
  ///
  /// - Parameter path: the database file, to tell a missing one from a forbidden one.
  init(_ error: any Error, path: String) {
    switch error {
    case let fault as DataStoreFault: self = fault
    case let error as DatabaseError: self.init(error, path: path)
    case is UnreadableRecord: self = .corrupt
    default: self = .other(message: String(describing: error))
    }
  }

  /// Whether both the file and its directory can be written to.
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
      // One that can be read all the same lies where SQLite cannot write beside it.
      self =
        FileStatus(path) == nil
        ? .cannotCreate(path: path)
        : access(path, R_OK) == 0 && !Self.isWritable(path) ? .readOnly : .accessDenied(path: path)
    // SQLite keeps the index of its log beside the database, also for a reader.
    case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE: self = .diskFull
    case .SQLITE_IOERR: self = .inputOutput(message: message)
    case .SQLITE_CONSTRAINT:
      let isDuplicate = error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE
      self = isDuplicate ? .alreadyStored : .rejected(message: message)
    default: self = .other(message: message)
    }
  }
}
