import Foundation
import History
import Language
import Program

extension Fault {
  init(_ error: DataStoreError, path: String) {
    let reason =
      if case .deleteFailed = error { localized("nothing was deleted: %@", error.words) } else {
        error.words
      }
    switch error.cause {
    case .cannotCreate(let place): self = .cannotCreate(localized("%@ cannot be created", place))
    case .diskFull, .inputOutput, .hanging, .locked, .folderWithoutLocks, .readOnly, .accessDenied,
      .temporaryDirectory:
      self = .inputOutput(localized("the training history %@: %@", path, reason))
    default: self = .database(path: path, reason: reason)
    }
  }
}

extension Fault {
  init(_ error: BackupError, history: String) {
    switch error {
    case .exists(let path):
      self = .cannotCreate(localized("%@ already exists; --force replaces it", path))
    case .isHistory(let path):
      self = .usage(localized("%@ belongs to the training history; choose another file", path))
    case .source(let fault): self.init(.fetchFailed(fault), path: history)
    case .target(.cannotCreate, let path), .target(.accessDenied, let path):
      self = .cannotCreate(localized("%@ cannot be created", path))
    case .target(.notADatabase, let path):
      self = .cannotCreate(
        localized("%@ is not a regular file and cannot be replaced; choose another", path))
    case .target(let fault, let path):
      self = .inputOutput(
        localized("the backup %@: %@", path, DataStoreError.saveFailed(fault).words))
    }
  }
}

extension DataStoreError {
  /// The reason, for the user.
  var words: String {
    switch cause {
    case .notADatabase:
      localized("the file is not a database and was not changed. Choose another with --data")
    case .corrupt:
      localized(
        """
        it is damaged; it was left as it is. Restore a backup with peach data restore FILE, or move \
        it away
        """)
    case .unreadable(let row):
      localized(
        """
        %@ is not a valid record; peach data check lists all such rows. The file was left as it is
        """, row.words)
    case .newerVersion(let found, let known):
      localized(
        """
        a newer Peach wrote it (version %d; this Peach reads up to %d). It was not changed. Update \
        Peach
        """, found, known)
    case .foreignDatabase:
      localized(
        "the file is another program's database and was not changed. Choose another with --data")
    case .readOnly: localized("it is not writable")
    case .diskFull: localized("its disk is full")
    case .locked: localized("another program has locked it")
    case .folderWithoutLocks(let folder):
      localized(
        """
        the file system of the folder %@ has no file locks (some network folders have none), so nothing \
        can be stored there safely. Choose a file on a local disk with --data
        """, folder)
    case .cannotCreate(let path): localized("%@ cannot be created", path)
    case .temporaryDirectory(let path, let reason):
      localized(
        """
        the temporary directory %@ cannot be used: %@. Free some space there, or set TMPDIR to \
        another directory
        """, path, String(cString: strerror(reason)))
    case .accessDenied(let path): localized("permission to open %@ is denied", path)
    case .fileReplaced(let path):
      localized(
        """
        %@ was moved, deleted, truncated or overwritten while Peach was running, so its results are \
        not safe in the history. End the training, then look with peach data check
        """, path)
    case .foreignObject(let name):
      localized(
        """
        '%@' in it is not one of Peach's tables but a view, a trigger or a virtual table of \
        another program. The file was not changed. Drop '%@' with sqlite3, or restore a backup \
        with peach data restore FILE
        """, name, name)
    case .circularLinks:
      localized("its symbolic links form a loop. Name another file with --data")
    case .inputOutput(let message): localized("its disk reports an error: %@", message)
    case .hanging: localized("its disk does not respond")
    case .alreadyStored: localized("a record with this id already exists")
    case .rejected(let message): localized("the record breaks a rule: %@", message)
    case .closed: localized("it is closed")
    case .other(let message): message
    }
  }
}

extension UnreadableRow {
  /// The row by table, number and column, as the subject of a sentence.
  var words: String {
    if let sequence {
      localized("row %@ of the table %@ (column %@)", String(sequence), table, column)
    } else {
      localized("a row without a number of the table %@ (column %@)", table, column)
    }
  }
}

extension Fault {
  /// - Parameter path: the path of the history.
  init(_ error: any Error, whileTransferring path: String) {
    switch error {
    case let error as ExchangeFault: self.init(error)
    case let error as DataStoreError: self.init(error, path: path)
    case let error as BackupError: self.init(error, history: path)
    default: self.init(any: error)
    }
  }

  init(_ fault: ExchangeFault) {
    switch fault {
    case .missing(let path): self = .missingFile(path)
    case .isDirectory(let path):
      self = .unreadableData(localized("%@ is a directory; choose a file", path))
    case .targetIsDirectory(let path):
      self = .cannotCreate(localized("%@ is a directory; choose a file", path))
    case .cannotRead(let path, let reason):
      self = .inputOutput(localized("%@ cannot be read: %@", Self.name(path), Self.text(reason)))
    case .badHistory(let path, let error): self.init(error, other: path)
    case .isHistory(let path): self.init(.isHistory(path: path), history: path)
    case .exists(let path):
      self = .cannotCreate(localized("%@ already exists; --force replaces it", path))
    case .cannotCreate(let path, let reason):
      self = .cannotCreate(localized("%@ cannot be created: %@", path, Self.text(reason)))
    case .cannotWrite("-", let reason): self = .output(reason: Self.text(reason))
    case .cannotWrite(let path, let reason):
      self = .inputOutput(localized("%@ cannot be written: %@", path, Self.text(reason)))
    case .noResults(let path):
      self = .unreadableData(
        localized(
          """
          %@ contains no results, so the history was not changed. To delete its records, use peach \
          data reset
          """, Self.name(path)))
    case .noTables(let path, let ending):
      self = .unreadableData(localized("there is no file *%@ in %@", ending, path))
    case .unknownFormat(let path):
      self = .unreadableData(
        localized(
          """
          %@ is not a history that Peach can read. Use CSV or JSON lines from peach data export, \
          or CSV from the Peach app
          """, Self.name(path)))
    case .unknownVersion(let path, let found, let known):
      let range =
        known.count == 1
        ? "\(known.lowerBound)" : localized("%d to %d", known.lowerBound, known.upperBound)
      self = .unreadableData(
        localized(
          "%@, line 1: version '%@' is not supported; this Peach reads version %@. Update Peach",
          Self.name(path), found,
          range))
    case .badHeader(let path, let line, let missing, let unknown):
      let problems = [
        missing.isEmpty
          ? nil : localized("missing: %@", missing.joined(separator: ", ")),
        unknown.isEmpty
          ? nil
          : localized(
            "unknown: %@", unknown.map { localized("'%@'", $0) }.prefix(5).joined(separator: ", ")),
      ].compactMap { $0 }
      self = .unreadableData(
        localized(
          "%@, line %d: wrong columns (%@)", Self.name(path), line,
          problems.joined(separator: "; "))
      )
    }
  }

  /// The fault of another history than the one of this run.
  private init(_ error: DataStoreError, other path: String) {
    let reason: String? =
      switch error.cause {
      case .notADatabase: localized("the file is not a database")
      case .corrupt: localized("the file is damaged")
      case .unreadable(let row): localized("%@ is not a valid record", row.words)
      case .foreignDatabase: localized("the file is another program's database")
      default: nil
      }
    if let reason {
      self = .unreadableData(
        localized("%@ cannot be merged: %@. It was not changed", path, reason))
    } else {
      self.init(error, path: path)
    }
  }

  private static func name(_ path: String) -> String {
    path == "-" ? localized("standard input") : path
  }
  private static func text(_ reason: Int32) -> String { String(cString: strerror(reason)) }
}
