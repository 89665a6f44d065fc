import Foundation

extension TrainingDataStore {
  /// Stores the results in recovery files: each file in one transaction, by id, so that no result
  /// is stored twice. Then it removes the file.
  ///
  /// - Returns: what happened; nothing if there was no file.
  public func recover(_ places: RecoveryPaths) -> [Recovery] {
    places.sources.flatMap { file -> [Recovery] in
      let others = places.otherHistories(of: file)
      return others.isEmpty
        ? recover(file) : [.ambiguous(path: file.url.path, histories: [path] + others)]
    }
  }

  private func recover(_ file: RecoveryFile) -> [Recovery] {
    guard file.presence != .foreign else { return [.foreign(path: file.url.path)] }
    var recoveries: [Recovery] = []
    do {
      try file.consume { data in
        if let other = file.otherHistory(in: data) { throw OtherHistory(path: other) }
        var (results, runs, damaged) = Self.results(in: data)
        let outcome = try store(results.map(\.result), of: runs)
        damaged += results.filter { outcome.refused.keys.contains($0.result.id) }.map(\.line)
        if outcome.newCount > 0 {
          recoveries.append(.recovered(count: outcome.newCount, path: file.url.path))
        }
        guard !damaged.isEmpty else { return }
        try file.setAside.append(Data(damaged.joined(separator: [newline])) + [newline])
        recoveries.append(.setAside(count: damaged.count, path: file.setAside.url.path))
      }
    } catch let other as OtherHistory {
      return [.ambiguous(path: file.url.path, histories: [other.path])]
    } catch {
      let failure =
        error as? DataStoreError
        ?? .saveFailed(error as? DataStoreFault ?? .other(message: String(describing: error)))
      recoveries.append(.failed(failure, path: file.url.path))
    }
    return recoveries
  }

  /// The file says that its results belong to the history at that path.
  private struct OtherHistory: Error { let path: String }

  private static func results(
    in data: Data
  ) -> (results: [(result: RecordedResult, line: Data)], runs: [RunRecord], damaged: [Data]) {
    var results: [(RecordedResult, Data)] = []
    var runs: [RunRecord] = []
    var damaged: [Data] = []
    for line in data.split(separator: newline) where !RecoveryFile.isHeader(line) {
      switch try? RecordLine.read(line) {
      case .result(let result, hasID: true): results.append((result, line))
      case .run(let run): runs.append(run)
      // Without an id it could be stored twice.
      case .result, .otherTraining, nil: damaged.append(line)
      }
    }
    return (results, runs, damaged)
  }
}

private let newline = UInt8(ascii: "\n")

/// What happened to one recovery file.
public enum Recovery: Hashable, Sendable {
  /// So many results of the file are new in the database; the file is gone.
  case recovered(count: Int, path: String)

  /// So many lines of the file are no results and were set aside in another file.
  case setAside(count: Int, path: String)

  /// The results could not be stored; they stay in their file.
  case failed(DataStoreError, path: String)

  /// What has the file's name is a link, no file, or another user's. It is never read.
  case foreign(path: String)

  /// The results in the file belong to another history, or to one of several; it stays as it is.
  case ambiguous(path: String, histories: [String])
}
