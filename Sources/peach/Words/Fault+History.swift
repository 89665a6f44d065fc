import Console
import Foundation
import History

extension Fault {
  init(_ error: DataStoreError, path: String) {
    let reason =
      if case .deleteFailed = error { "nothing was deleted: \(error.words)" } else { error.words }
    switch error.cause {
    case .cannotCreate(let place): self = .cannotCreate("\(place) cannot be created")
    case .diskFull, .inputOutput, .locked, .readOnly, .accessDenied, .temporaryDirectory:
      self = .inputOutput("the training history \(path): \(reason)")
    default: self = .database(path: path, reason: reason)
    }
  }
}

extension Fault {
  init(_ error: BackupError, history: String) {
    switch error {
    case .exists(let path): self = .cannotCreate("\(path) is there already; --force replaces it")
    case .isHistory(let path):
      self = .usage("\(path) belongs to the training history; name another file")
    case .source(let fault): self.init(.fetchFailed(fault), path: history)
    case .target(.cannotCreate, let path), .target(.accessDenied, let path):
      self = .cannotCreate("\(path) cannot be created")
    case .target(let fault, let path):
      self = .inputOutput("the backup \(path): \(DataStoreError.saveFailed(fault).words)")
    }
  }
}

extension DataStoreError {
  /// What went wrong, for the user.
  var words: String {
    switch cause {
    case .notADatabase: "it is no database; it was left as it is. Name another with --data"
    case .corrupt: "it is damaged; it was left as it is. Restore it from a copy, or move it away"
    case .newerVersion(let found, let known):
      """
      a newer Peach has written it (version \(found), this one knows \(known)); it was left as it \
      is. Update Peach
      """
    case .foreignDatabase:
      "another program's database; it was left as it is. Name another with --data"
    case .readOnly: "it cannot be written to"
    case .diskFull: "no space is left on its disk"
    case .locked: "another program holds it"
    case .cannotCreate(let path): "\(path) cannot be created"
    case .temporaryDirectory(let path, let reason):
      """
      the temporary directory \(path) does not take what is needed of it: \
      \(String(cString: strerror(reason))); make room there, or set TMPDIR to another
      """
    case .accessDenied(let path): "\(path) may not be opened"
    case .fileReplaced: "it was moved, deleted or replaced while Peach was running"
    case .logWithoutDatabase(let path):
      """
      it is gone, and its log \(path) is still there; put the database back beside it, or move the log \
      away to begin anew
      """
    case .inputOutput(let message): "its disk failed: \(message)"
    case .alreadyStored: "a record of this id is there already"
    case .rejected(let message): "the record breaks a rule: \(message)"
    case .closed: "it is closed"
    case .other(let message): message
    }
  }
}
