import Foundation
internal import GRDB

/// Joins the history of another machine to this one. Whichever of the two is merged into the other, and
/// however often, the records are the same.
///
/// It may run on any thread, and its task may be cancelled: then the history is as it was.
public struct HistoryMerge: Sendable {
  /// The other database; it is only read.
  public var path: String

  private let access: HistoryAccess

  @MainActor
  public init(_ path: String, into store: TrainingDataStore) {
    self.path = path
    access = HistoryAccess(store)
  }

  /// Merges. Throws ``ExchangeFault``, ``DataStoreError`` or `CancellationError`.
  @concurrent
  public func run(
    progress: @escaping @Sendable (TransferProgress) -> Void = { _ in }
  ) async throws -> ImportSummary {
    let other = try OtherHistory(path)
    return try await access.staging { queue in
      try stage(other, queue, progress)
      progress(TransferProgress(.storing))
      let plan = JoinPlan(conflict: .firstWins, isReplacing: false)
      var summary = ImportSummary()
      summary.take(try HistoryJoin(queue: queue, plan: plan).perform(check: access.check))
      return summary
    }
  }

  private func stage(
    _ other: OtherHistory, _ queue: DatabaseQueue, _ progress: (TransferProgress) -> Void
  ) throws {
    try queue.writeWithoutTransaction { database in
      try database.inTransaction(.deferred) {
        let staging = try Staging(database)
        var count = 0
        try other.forEach { result, total in
          count += 1
          try staging.add(result, hasID: true, line: count)
          guard count.isMultiple(of: 1000) else { return }
          try Task.checkCancellation()
          progress(TransferProgress(.reading, fraction: Double(count) / Double(total)))
        }
        try Staging.index(database)
        return .commit
      }
    }
  }
}
