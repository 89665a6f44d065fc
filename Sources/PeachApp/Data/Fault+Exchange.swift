import Foundation
import History
import Language

extension Fault {
  /// - Parameter path: the history's place.
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
      self = .unreadableData(localized("%@ is a directory; name a file", path))
    case .targetIsDirectory(let path):
      self = .cannotCreate(localized("%@ is a directory; name a file", path))
    case .cannotRead(let path, let reason):
      self = .inputOutput(localized("%@ cannot be read: %@", Self.name(path), Self.text(reason)))
    case .badHistory(let path, let error): self.init(error, other: path)
    case .isHistory(let path): self.init(.isHistory(path: path), history: path)
    case .exists(let path):
      self = .cannotCreate(localized("%@ is there already; --force replaces it", path))
    case .cannotCreate(let path, let reason):
      self = .cannotCreate(localized("%@ cannot be created: %@", path, Self.text(reason)))
    case .cannotWrite("-", let reason): self = .output(reason: Self.text(reason))
    case .cannotWrite(let path, let reason):
      self = .inputOutput(localized("%@ cannot be written: %@", path, Self.text(reason)))
    case .noResults(let path):
      self = .unreadableData(
        localized(
          """
          %@ holds no results, and the history is as it was; peach data reset deletes what is in it
          """, Self.name(path)))
    case .unknownFormat(let path):
      self = .unreadableData(
        localized(
          """
          %@ is no history that Peach can read: allowed are CSV and JSON lines from \
          peach data export, and the CSV of the Peach app
          """, Self.name(path)))
    case .unknownVersion(let path, let found, let known):
      let range =
        known.count == 1
        ? "\(known.lowerBound)" : localized("%d to %d", known.lowerBound, known.upperBound)
      self = .unreadableData(
        localized(
          "%@, line 1: version '%@' is not known, only %@; update Peach", Self.name(path), found,
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
          "%@, line %d: not the columns that belong here (%@)", Self.name(path), line,
          problems.joined(separator: "; "))
      )
    }
  }

  /// What is wrong with a history other than that of this run.
  private init(_ error: DataStoreError, other path: String) {
    let reason: String? =
      switch error.cause {
      case .notADatabase: localized("it is no database")
      case .corrupt: localized("it is damaged")
      case .foreignDatabase: localized("it is another program's database")
      default: nil
      }
    if let reason {
      self = .unreadableData(
        localized("%@ cannot be merged: %@; it was left as it is", path, reason))
    } else {
      self.init(error, path: path)
    }
  }

  private static func name(_ path: String) -> String {
    path == "-" ? localized("standard input") : path
  }
  private static func text(_ reason: Int32) -> String { String(cString: strerror(reason)) }
}
