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

/// What an import or a merge did, or would do.
public struct ImportSummary: Hashable, Sendable {
  public var comparison = TrainingCounts()
  public var matching = TrainingCounts()

  /// Rows of trainings that Peach does not have, by the file's name for each.
  public var otherTrainings: [String: Int] = [:]

  /// The first rows that are no records, with the line on which each begins; and how many there are
  /// in all.
  public var faults: [(line: Int, fault: RowFault)] = []
  public var faultCount = 0

  /// So many are kept in ``faults``.
  public static let keptFaults = 20

  public static func == (one: Self, other: Self) -> Bool {
    one.comparison == other.comparison && one.matching == other.matching
      && one.otherTrainings == other.otherTrainings && one.faultCount == other.faultCount
      && one.faults.elementsEqual(other.faults) { $0.line == $1.line && $0.fault == $1.fault }
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(comparison)
    hasher.combine(matching)
    hasher.combine(faultCount)
  }

  mutating func note(_ fault: RowFault, line: Int) {
    faultCount += 1
    if faults.count < Self.keptFaults { faults.append((line, fault)) }
  }
}

/// What became of the rows of one training that were to be taken in.
public struct TrainingCounts: Hashable, Sendable {
  /// Results that the history did not have.
  public var new = 0

  /// Results that the history has already.
  public var present = 0

  /// Results that the history had without an id of their own, and which have one now. They count
  /// neither as new nor as present.
  public var identified = 0

  /// Rows whose id the history has with another content.
  public var conflicts = 0

  public init(new: Int = 0, present: Int = 0, identified: Int = 0, conflicts: Int = 0) {
    self.new = new
    self.present = present
    self.identified = identified
    self.conflicts = conflicts
  }
}

/// How far an export, an import or a merge has come.
public struct TransferProgress: Hashable, Sendable {
  public enum Step: Hashable, Sendable { case reading, comparing, storing, writing }

  public let step: Step

  /// 0…1; `nil` where it cannot be told.
  public let fraction: Double?

  public init(_ step: Step, fraction: Double? = nil) {
    self.step = step
    self.fraction = fraction
  }
}
