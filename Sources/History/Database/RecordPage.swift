internal import GRDB

/// A place in the order of records: by time, and by arrival if times are equal.
struct RecordPosition: Hashable, Sendable {
  let milliseconds: Int64
  let sequence: Int64

  static let start = RecordPosition(milliseconds: .min, sequence: .min)
}

/// A batch of records and the place where it ends.
struct RecordPage<Record: TrainingRecord> {
  private(set) var records: [Record] = []
  private(set) var end = RecordPosition.start

  /// Before the first batch.
  init() {}
}

extension RecordPage {
  /// The records after `position`, up to `lastSequence`, at most `limit`.
  ///
  /// The index leads straight to the position, so the cost of a batch does not grow with what is
  /// before it, as it would with an `OFFSET`.
  init(
    after position: RecordPosition, limit: Int, lastSequence: Int64, of type: Record.Type,
    _ database: Database
  ) throws {
    end = position
    records.reserveCapacity(limit)
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT \(RecordColumn.selection(for: type)) FROM \(Record.databaseTableName)
        WHERE (timestamp, sequence) > (?, ?) AND sequence <= ?
        ORDER BY timestamp, sequence LIMIT ?
        """,
      arguments: [position.milliseconds, position.sequence, lastSequence, limit])
    while let row = try rows.next() {
      let reader = RecordRow(row: row, table: Record.databaseTableName)
      records.append(try Record(reader))
      end = RecordPosition(
        milliseconds: try reader.value(.timestamp), sequence: try reader.value(.sequence))
    }
  }
}

/// Iterates over the records of one training in order of time, with one batch in memory.
///
///     var records = try store.comparisons()
///     while let record = try records.next() { … }
///
/// It returns what was stored when it was made. What is saved meanwhile is left out, and what is
/// deleted meanwhile may be. Nothing is locked between batches.
@MainActor
struct RecordIterator<Record: TrainingRecord> {
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
  mutating func next() throws(DataStoreError) -> Record? {
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

/// Iterates over the records of both trainings in order of time, with one batch of each in memory.
struct StoredResults {
  private var comparisons: Pages<ComparisonRecord>
  private var matchings: Pages<PitchMatchingRecord>

  init(_ database: Database) throws {
    comparisons = try Pages(database)
    matchings = try Pages(database)
  }

  /// The next record, `nil` after the last.
  mutating func next() throws -> RecordedResult? {
    let comparison = try comparisons.peek()
    let matching = try matchings.peek()
    guard let comparison else {
      if matching != nil { matchings.advance() }
      return matching.map(RecordedResult.matching)
    }
    if let matching, matching.timestamp < comparison.timestamp {
      matchings.advance()
      return .matching(matching)
    }
    comparisons.advance()
    return .comparison(comparison)
  }
}

/// The records of one training.
private struct Pages<Record: TrainingRecord> {
  private static var size: Int { 1000 }

  private let database: Database
  private let lastSequence: Int64
  private var page = RecordPage<Record>()
  private var index = 0
  private var isExhausted = false

  init(_ database: Database) throws {
    self.database = database
    lastSequence =
      try Int64.fetchOne(database, sql: "SELECT max(sequence) FROM \(Record.databaseTableName)")
      ?? 0
  }

  mutating func peek() throws -> Record? {
    if index == page.records.count, !isExhausted {
      page = try RecordPage(
        after: page.end, limit: Self.size, lastSequence: lastSequence, of: Record.self, database)
      index = 0
      isExhausted = page.records.count < Self.size
    }
    return index < page.records.count ? page.records[index] : nil
  }

  mutating func advance() { index += 1 }
}
