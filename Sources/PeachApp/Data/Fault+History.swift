import Foundation
import History
import Language

extension Fault {
  init(_ error: DataStoreError, path: String) {
    let reason =
      if case .deleteFailed = error { localized("nothing was deleted: %@", error.words) } else {
        error.words
      }
    switch error.cause {
    case .cannotCreate(let place): self = .cannotCreate(localized("%@ cannot be created", place))
    case .diskFull, .inputOutput, .locked, .readOnly, .accessDenied, .temporaryDirectory:
      self = .inputOutput(localized("the training history %@: %@", path, reason))
    default: self = .database(path: path, reason: reason)
    }
  }
}

extension Fault {
  init(_ error: BackupError, history: String) {
    switch error {
    case .exists(let path):
      self = .cannotCreate(localized("%@ is there already; --force replaces it", path))
    case .isHistory(let path):
      self = .usage(localized("%@ belongs to the training history; name another file", path))
    case .source(let fault): self.init(.fetchFailed(fault), path: history)
    case .target(.cannotCreate, let path), .target(.accessDenied, let path):
      self = .cannotCreate(localized("%@ cannot be created", path))
    case .target(.notADatabase, let path):
      self = .cannotCreate(localized("%@ is no file that could be replaced; name another", path))
    case .target(let fault, let path):
      self = .inputOutput(
        localized("the backup %@: %@", path, DataStoreError.saveFailed(fault).words))
    }
  }
}

extension DataStoreError {
  /// What went wrong, for the user.
  var words: String {
    switch cause {
    case .notADatabase:
      localized("it is no database; it was left as it is. Name another with --data")
    case .corrupt:
      localized("it is damaged; it was left as it is. Restore it from a copy, or move it away")
    case .newerVersion(let found, let known):
      localized(
        """
        a newer Peach has written it (version %d, this one knows %d); it was left as it \
        is. Update Peach
        """, found, known)
    case .foreignDatabase:
      localized("another program's database; it was left as it is. Name another with --data")
    case .readOnly: localized("it cannot be written to")
    case .diskFull: localized("no space is left on its disk")
    case .locked: localized("another program holds it")
    case .cannotCreate(let path): localized("%@ cannot be created", path)
    case .temporaryDirectory(let path, let reason):
      localized(
        """
        the temporary directory %@ does not take what is needed of it: %@; make room there, or set \
        TMPDIR to another
        """, path, String(cString: strerror(reason)))
    case .accessDenied(let path): localized("%@ may not be opened", path)
    case .fileReplaced: localized("it was moved, deleted or replaced while Peach was running")
    case .logWithoutDatabase(let path):
      localized(
        """
        it is gone, and its log %@ is still there; put the database back beside it, or move the log \
        away to begin anew
        """, path)
    case .inputOutput(let message): localized("its disk failed: %@", message)
    case .alreadyStored: localized("a record of this id is there already")
    case .rejected(let message): localized("the record breaks a rule: %@", message)
    case .closed: localized("it is closed")
    case .other(let message): message
    }
  }
}
