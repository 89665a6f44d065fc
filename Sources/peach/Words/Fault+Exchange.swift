import Console
import Foundation
import History

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
    case .isDirectory(let path): self = .unreadableData("\(path) is a directory; name a file")
    case .cannotRead(let path, let reason):
      self = .inputOutput("\(Self.name(path)) cannot be read: \(Self.text(reason))")
    case .badHistory(let path, let error): self.init(error, other: path)
    case .isHistory(let path): self.init(.isHistory(path: path), history: path)
    case .exists(let path): self = .cannotCreate("\(path) is there already; --force replaces it")
    case .cannotCreate(let path, let reason):
      self = .cannotCreate("\(path) cannot be created: \(Self.text(reason))")
    case .cannotWrite("-", let reason): self = .output(reason: Self.text(reason))
    case .cannotWrite(let path, let reason):
      self = .inputOutput("\(path) cannot be written: \(Self.text(reason))")
    case .noResults(let path):
      self = .unreadableData(
        """
        \(Self.name(path)) holds no results, and the history is as it was; peach data reset deletes \
        what is in it
        """)
    case .unknownFormat(let path):
      self = .unreadableData(
        """
        \(Self.name(path)) is no history that Peach can read: allowed are CSV and JSON lines from \
        peach data export, and the CSV of the Peach app
        """)
    case .unknownVersion(let path, let found, let known):
      let range =
        known.count == 1
        ? "\(known.lowerBound)" : "\(known.lowerBound) to \(known.upperBound)"
      self = .unreadableData(
        "\(Self.name(path)), line 1: version '\(found)' is not known, only \(range); update Peach")
    case .badHeader(let path, let line, let missing, let unknown):
      let problems = [
        missing.isEmpty ? nil : "missing: \(missing.joined(separator: ", "))",
        unknown.isEmpty
          ? nil : "unknown: \(unknown.map { "'\($0)'" }.prefix(5).joined(separator: ", "))",
      ].compactMap { $0 }
      self = .unreadableData(
        "\(Self.name(path)), line \(line): not the columns that belong here (\(problems.joined(separator: "; ")))"
      )
    }
  }

  /// What is wrong with a history other than that of this run.
  private init(_ error: DataStoreError, other path: String) {
    let reason: String? =
      switch error.cause {
      case .notADatabase: "it is no database"
      case .corrupt: "it is damaged"
      case .foreignDatabase: "it is another program's database"
      default: nil
      }
    if let reason {
      self = .unreadableData("\(path) cannot be merged: \(reason); it was left as it is")
    } else {
      self.init(error, path: path)
    }
  }

  private static func name(_ path: String) -> String { path == "-" ? "standard input" : path }
  private static func text(_ reason: Int32) -> String { String(cString: strerror(reason)) }
}
