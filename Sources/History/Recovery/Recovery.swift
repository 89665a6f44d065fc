import Foundation

extension TrainingDataStore {
  /// Takes in the results that wait in recovery files: each file in one transaction, by id, so that
  /// nothing is there twice, and then removes it.
  ///
  /// - Returns: what there is to be told, nothing where no file was there.
  public func takeIn(_ places: RecoveryPlaces) -> [Recovery] {
    places.files.flatMap { takeIn(RecoveryFile($0)) }
  }

  private func takeIn(_ file: RecoveryFile) -> [Recovery] {
    guard file.presence != .foreign else { return [.foreign(path: file.url.path)] }
    var told: [Recovery] = []
    do {
      try file.consume { data in
        var (results, damaged) = Self.results(in: data)
        let outcome = try store(results.map(\.result))
        damaged += results.filter { outcome.refused.keys.contains($0.result.id) }.map(\.line)
        if outcome.newCount > 0 {
          told.append(.takenIn(count: outcome.newCount, path: file.url.path))
        }
        guard !damaged.isEmpty else { return }
        try RecoveryFile(file.setAside).append(
          Data(damaged.joined(separator: [newline])) + [newline])
        told.append(.setAside(count: damaged.count, path: file.setAside.path))
      }
    } catch {
      let failure =
        error as? DataStoreError
        ?? .saveFailed(error as? DataStoreFault ?? .other(message: String(describing: error)))
      told.append(.failed(failure, path: file.url.path))
    }
    return told
  }

  private static func results(
    in data: Data
  ) -> (results: [(result: RecordedResult, line: Data)], damaged: [Data]) {
    var results: [(RecordedResult, Data)] = []
    var damaged: [Data] = []
    for line in data.split(separator: newline) {
      // Without an id nothing would keep it from being there twice.
      if let read = try? RecordLine(line), read.hasID {
        results.append((read.result, line))
      } else {
        damaged.append(line)
      }
    }
    return (results, damaged)
  }
}

private let newline = UInt8(ascii: "\n")

/// What came of taking in one recovery file.
public enum Recovery: Hashable, Sendable {
  /// So many results of the file were not in the database yet, and are now; the file is gone.
  case takenIn(count: Int, path: String)

  /// So many lines of the file are no results; they were set aside in another file.
  case setAside(count: Int, path: String)

  /// The database did not take the results, which stay in their file.
  case failed(DataStoreError, path: String)

  /// What bears the file's name is a link, no file, or another user's. It is never taken in.
  case foreign(path: String)
}
