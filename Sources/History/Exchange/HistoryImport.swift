import Foundation
internal import GRDB
import MainThread
import Training

/// Adds the records of a file to the history.
///
/// It may run on any thread. If its task is cancelled, the history is as it was, and there is no
/// backup.
public struct HistoryImport: Sendable {
  /// The file; `-` for standard input.
  public var path: String

  /// The backup of the history before the file's records replace it; `nil` to add them to it.
  public var backup: URL?

  /// True if rows that are not records are skipped. Otherwise they prevent the import.
  public var skipsFaults = false

  private static let rowsPerProgress = 400

  private let access: HistoryAccess

  public init(_ path: String, into store: TrainingDataStore) {
    self.path = path
    access = HistoryAccess(store)
  }

  /// The outcome of the import, without doing it. Throws ``ExchangeFault``, ``DataStoreError`` or
  /// `CancellationError`.
  @concurrent
  public func preview(
    progress: @escaping @Sendable (TransferProgress) -> Void = { _ in }
  ) async throws -> ImportSummary {
    try await access.staging { queue in
      var summary = try stage(queue, progress)
      progress(TransferProgress(.comparing))
      try queue.writeWithoutTransaction { database in
        // Only temporary tables are written to; the history is read.
        try database.inTransaction(.deferred) {
          summary.add(
            try Staging.plan(database, .historyStays, isReplacing: backup != nil))
          return .rollback
        }
      }
      return summary
    }
  }

  /// Imports the file. If there are rows that are not records, and they are not to be skipped,
  /// nothing is added, as the summary shows. Throws what ``preview(progress:)`` throws, and
  /// ``BackupError``.
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
        summary.add(
          try access.join(.historyStays, isReplacing: backup != nil) {
            if let backup, try access.backUp(to: backup) { made = backup }
          })
      } catch {
        // A cancelled import leaves nothing behind; after a failure one more copy does no harm.
        if let made, Task.isCancelled { unlink(made.path) }
        throw error
      }
      return summary
    }
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
        var rowsRead = 0
        while let row = try file.next() {
          switch row.content {
          case .success(.result(let result, let hasID)):
            try staging.add(result, hasID: hasID)
            count += 1
          case .success(.run(let run)): try staging.add(run)
          case .success(.otherTraining(let name)): summary.otherTrainings[name, default: 0] += 1
          case .failure(let fault): summary.record(fault, line: row.line)
          }
          rowsRead += 1
          guard rowsRead.isMultiple(of: Self.rowsPerProgress) else { continue }
          progress(TransferProgress(.reading, fraction: file.fractionRead))
        }
        progress(TransferProgress(.reading, fraction: file.fractionRead))
        try staging.finish()
        return .commit
      }
    }
    let isRefused = summary.faultCount > 0 && !skipsFaults
    guard backup == nil || count > 0 || isRefused else { throw ExchangeFault.noResults(path: path) }
    return summary
  }
}

extension ImportSummary {
  mutating func add(_ counts: Staging.Counts) {
    for (training, counts) in counts { self[training] = counts }
  }
}

/// The outcome of an import or a merge, real or previewed.
public struct ImportSummary: Hashable, Sendable {
  /// The counts that are not all zero.
  private var counts: [TrainingName: TrainingCounts] = [:]

  public subscript(training: TrainingName) -> TrainingCounts {
    get { counts[training, default: TrainingCounts()] }
    set { counts[training] = newValue == TrainingCounts() ? nil : newValue }
  }

  /// The number of rows whose id the history has with another content.
  public var conflicts: Int { counts.values.reduce(0) { $0 + $1.conflicts } }

  /// The numbers of rows of trainings that Peach does not have, by the file's name for each.
  public var otherTrainings: [String: Int] = [:]

  /// The first rows that are not records, with the line on which each begins, and the number of all
  /// of them.
  public var faults: [(line: Int, fault: RowFault)] = []
  public var faultCount = 0
  static let keptFaults = 20

  public static func == (one: Self, other: Self) -> Bool {
    one.counts == other.counts && one.otherTrainings == other.otherTrainings
      && one.faultCount == other.faultCount
      && one.faults.elementsEqual(other.faults) { $0.line == $1.line && $0.fault == $1.fault }
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(counts)
    hasher.combine(faultCount)
  }

  mutating func record(_ fault: RowFault, line: Int) {
    faultCount += 1
    if faults.count < Self.keptFaults { faults.append((line, fault)) }
    invariant(faults.count == min(faultCount, Self.keptFaults), "the first faults are kept")
  }
}

/// The outcome of an import or a merge for the rows of one training.
public struct TrainingCounts: Hashable, Sendable {
  /// Results that the history did not have.
  public var new = 0

  /// Results that the history has already.
  public var present = 0

  /// Results that the history had without an id of their own, and that have one now. They count
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

/// The progress of an export, an import or a merge.
public struct TransferProgress: Hashable, Sendable {
  public enum Step: Hashable, Sendable { case reading, comparing, storing, writing }

  public let step: Step

  /// The share that is done, 0…1, if known.
  public let fraction: Double?

  public init(_ step: Step, fraction: Double? = nil) {
    self.step = step
    self.fraction = fraction
  }
}
