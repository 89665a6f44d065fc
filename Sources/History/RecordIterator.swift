/// Goes through the records of one training in order of time, a batch in memory at a time.
///
///     var records = try store.comparisons()
///     while let record = try records.next() { … }
///
/// It hands over what was stored when it was made; what is saved meanwhile is left out, and what is
/// deleted meanwhile may be. Between batches nothing is locked.
@MainActor
public struct RecordIterator<Record: TrainingRecord> {
  typealias Fetch =
    @MainActor (RecordPosition, _ limit: Int) throws(DataStoreError) -> RecordPage<Record>

  private let batchSize: Int
  private let fetch: Fetch
  private var page = RecordPage<Record>()
  private var index = 0
  private var isExhausted = false

  /// - Precondition: `batchSize` is positive.
  init(batchSize: Int, fetch: @escaping Fetch) {
    precondition(batchSize > 0, "a batch holds at least one record")
    self.batchSize = batchSize
    self.fetch = fetch
  }

  /// The next record, or `nil` after the last. Throws `fetchFailed`; the call may be repeated.
  public mutating func next() throws(DataStoreError) -> Record? {
    if index == page.records.count, !isExhausted {
      page = try fetch(page.end, batchSize)
      index = 0
      isExhausted = page.records.count < batchSize
    }
    guard index < page.records.count else { return nil }
    defer { index += 1 }
    return page.records[index]
  }
}
