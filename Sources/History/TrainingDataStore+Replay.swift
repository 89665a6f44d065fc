internal import GRDB
import Training

extension TrainingDataStore {
  private static let progressStride = 5000

  /// Rebuilds a model of hearing from every record stored so far, in order of time; if that fails, it
  /// stays as it is. Throws `fetchFailed`.
  ///
  /// - Parameters:
  ///   - hearing: replaced by what the records lead to.
  ///   - isSkippingUnreadable: whether rows that are no records are passed over. If not, the first
  ///     throws.
  ///   - progress: called with the share that is done, 0…1, after every few thousand records.
  /// - Returns: the rows that were passed over.
  @discardableResult
  public func replay(
    into hearing: inout HearingModel, isSkippingUnreadable: Bool = false,
    progress: (Double) -> Void = { _ in }
  ) throws(DataStoreError) -> UnreadableRows {
    let total = try recordCounts().total
    let replayed = try reader.replay(isSkippingUnreadable ? .skip : .refuse) { done in
      if done.isMultiple(of: Self.progressStride) {
        progress(min(Double(done) / Double(total), 1))
      }
    }
    hearing = replayed.hearing
    return replayed.unreadable
  }

  /// Does the same off the main thread. What is stored meanwhile is left out or not. Throws
  /// `fetchFailed`, also if the store is closed meanwhile.
  public func replayed(
    isSkippingUnreadable: Bool = false
  ) async throws(DataStoreError) -> ReplayedHistory {
    try read { _ in }
    return try await reader.replayed(isSkippingUnreadable ? .skip : .refuse)
  }

  private var reader: RecordReader {
    RecordReader(queue: queue, path: path, index: indexFile)
  }
}

/// What the records of a history lead to.
public struct ReplayedHistory: Sendable {
  public let hearing: HearingModel

  /// The rows that were passed over.
  public let unreadable: UnreadableRows
}

/// Reads the records of a history on any thread, a page at a time. Nothing is locked between the pages.
struct RecordReader: Sendable {
  let queue: DatabaseQueue

  /// The database, for faults.
  let path: String

  /// `nil` for a database without a log.
  let index: LogIndexFile?

  /// Runs `body` on one unchanging state of the database. Throws `fetchFailed`.
  func read<Value>(_ body: (Database) throws -> Value) throws(DataStoreError) -> Value {
    do {
      if let index, !index.isWhole { throw DataStoreFault.fileReplaced(path: index.path) }
      return try queue.read(body)
    } catch {
      throw .fetchFailed(DataStoreFault(error, path: path))
    }
  }

  /// - Parameter count: called after each record with the number of records so far.
  func replay(
    _ policy: UnreadablePolicy, count: (Int) -> Void
  ) throws(DataStoreError) -> ReplayedHistory {
    var replay = HearingReplay()
    var done = 0
    func countOne() {
      done += 1
      count(done)
    }
    var unreadable = UnreadableRows()
    for type in RecordedResult.types {
      unreadable.add(try type.replay(self, into: &replay, policy, count: countOne))
    }
    return ReplayedHistory(hearing: replay.finish(), unreadable: unreadable)
  }

  @concurrent
  func replayed(_ policy: UnreadablePolicy) async throws(DataStoreError) -> ReplayedHistory {
    try replay(policy) { _ in }
  }
}

extension TrainingRecord {
  static func replay(
    _ reader: RecordReader, into replay: inout HearingReplay, _ policy: UnreadablePolicy,
    count: () -> Void
  ) throws(DataStoreError) -> UnreadableRows {
    let last = try reader.read { try RecordPage<Self>.lastSequence($0) }
    var unreadable = UnreadableRows()
    var page = RecordPage<Self>()
    while !page.isLast {
      let position = page.end
      page = try reader.read { database in
        try RecordPage<Self>(
          after: position, limit: TrainingDataStore.standardBatchSize, lastSequence: last,
          policy: policy, database)
      }
      unreadable.add(page.unreadable)
      for record in page.records {
        record.add(to: &replay)
        count()
      }
    }
    return unreadable
  }
}
