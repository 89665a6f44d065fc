internal import GRDB

/// Goes through the records of both trainings in order of time, a batch of each in memory.
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
private struct Pages<Record: StoredRecord> {
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
