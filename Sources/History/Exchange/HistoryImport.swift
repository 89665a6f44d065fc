import Foundation
internal import GRDB

/// Takes the records of a file into the history.
///
/// It may run on any thread, and its task may be cancelled: then the history is as it was, and there is
/// no backup.
public struct HistoryImport: Sendable {
  /// The file; `-` is standard input.
  public var path: String

  /// Where the history is copied to before the file's records take its place; `nil` where they join it.
  public var backup: URL?

  /// Whether rows that are no records are left out instead of keeping all from being taken in.
  public var skipsFaults = false

  private let access: HistoryAccess

  @MainActor
  public init(_ path: String, into store: TrainingDataStore) {
    self.path = path
    access = HistoryAccess(store)
  }

  /// What the import would do. Throws ``ExchangeFault``, ``DataStoreError`` or `CancellationError`.
  @concurrent
  public func preview(
    progress: @escaping @Sendable (TransferProgress) -> Void = { _ in }
  ) async throws -> ImportSummary {
    try await access.staging { queue in
      var summary = try stage(queue, progress)
      progress(TransferProgress(.comparing))
      summary.take(try join(queue).preview())
      return summary
    }
  }

  /// Imports. Where rows are no records and are not to be skipped, nothing is taken in; the summary
  /// tells. Throws what ``preview(progress:)`` throws, and ``BackupError``.
  @concurrent
  public func run(
    progress: @escaping @Sendable (TransferProgress) -> Void = { _ in }
  ) async throws -> ImportSummary {
    try await access.staging { queue in
      var summary = try stage(queue, progress)
      guard summary.faultCount == 0 || skipsFaults else { return summary }
      progress(TransferProgress(.storing))
      var made: URL?
      do {
        let counts = try join(queue).perform {
          try access.check()
          if let backup, try access.backUp(to: backup) { made = backup }
        }
        summary.take(counts)
      } catch {
        // What was asked to stop leaves nothing; after a failure a copy more does no harm.
        if let made, Task.isCancelled { unlink(made.path) }
        throw error
      }
      return summary
    }
  }

  private func join(_ queue: DatabaseQueue) -> HistoryJoin {
    HistoryJoin(
      queue: queue, plan: JoinPlan(conflict: .historyStays, isReplacing: backup != nil))
  }

  private func stage(
    _ queue: DatabaseQueue, _ progress: (TransferProgress) -> Void
  ) throws -> ImportSummary {
    var file = try RecordFile(TextSource(path))
    var summary = ImportSummary()
    var count = 0
    try queue.writeWithoutTransaction { database in
      try database.inTransaction(.deferred) {
        let staging = try Staging(database)
        while true {
          let rows = try file.next()
          if rows.isEmpty { break }
          for row in rows {
            switch row.content {
            case .success(.result(let result, let hasID)):
              try staging.add(result, hasID: hasID, line: row.line)
              count += 1
            case .success(.otherTraining(let name)):
              summary.otherTrainings[name, default: 0] += 1
            case .failure(let fault): summary.note(fault, line: row.line)
            }
          }
          progress(TransferProgress(.reading, fraction: file.fractionRead))
        }
        try Staging.index(database)
        return .commit
      }
    }
    let isRefused = summary.faultCount > 0 && !skipsFaults
    guard backup == nil || count > 0 || isRefused else { throw ExchangeFault.noResults(path: path) }
    return summary
  }
}

extension ImportSummary {
  mutating func take(_ counts: HistoryJoin.Counts) {
    comparison = counts[.comparison, default: TrainingCounts()]
    matching = counts[.matching, default: TrainingCounts()]
  }
}
