internal import GRDB

/// A place in the order of records: by time, and by arrival if times are equal.
struct RecordPosition: Hashable, Sendable {
  /// Whatever the column holds: the records after an unreadable row must be found, too.
  let timestamp: DatabaseValue
  let sequence: Int64

  /// Before everything but NULL, which has no place in the order.
  static let start = RecordPosition(
    timestamp: (-Double.infinity).databaseValue, sequence: .min)
}

extension RecordExtent {
  /// What a query adds to its conditions.
  fileprivate var condition: String { self == .whole ? "" : " AND withdrawn IS NOT 1" }
}

/// What to do about rows that are no records.
enum UnreadablePolicy {
  /// The first throws ``UnreadableRow``.
  case refuse
  /// They are counted and passed over.
  case skip
}

/// A batch of records and the place where it ends.
struct RecordPage<Record: TrainingRecord> {
  private(set) var records: [Record] = []
  private(set) var end = RecordPosition.start

  /// Whether nothing comes after it.
  private(set) var isLast = false

  /// The rows that were passed over.
  private(set) var unreadable = UnreadableRows()

  /// Before the first batch.
  init() {}
}

extension RecordPage {
  /// The records after `position`, up to `lastSequence`, of at most `limit` rows.
  init(
    after position: RecordPosition, limit: Int, lastSequence: Int64,
    extent: RecordExtent = .hearing, policy: UnreadablePolicy = .refuse, _ database: Database
  ) throws {
    var records: [Record] = []
    records.reserveCapacity(limit)
    try self.init(
      after: position, limit: limit, lastSequence: lastSequence, extent: extent, policy: policy,
      database
    ) { row throws(UnreadableRow) in records.append(try row.record(extent)) }
    self.records = records
  }

  /// The same without the records: `take` is called with each row instead, and throws ``UnreadableRow`` for
  /// one that is no record.
  ///
  /// The index leads straight to the position, so the cost of a batch does not grow with what is
  /// before it, as it would with an `OFFSET`.
  init(
    after position: RecordPosition, limit: Int, lastSequence: Int64, extent: RecordExtent,
    policy: UnreadablePolicy, _ database: Database,
    take: (RecordRow<Record>) throws(UnreadableRow) -> Void
  ) throws {
    if position == .start { try readUntimed(lastSequence, policy, database) }
    end = position
    let statement = try database.makeStatement(
      sql: """
        SELECT \(RecordColumn.selection(for: Record.self, extent)) FROM \(Record.databaseTableName)
        WHERE (timestamp, sequence) > (?, ?) AND sequence <= ?\(extent.condition)
        ORDER BY timestamp, sequence LIMIT ?
        """)
    let rows = try Row.fetchCursor(
      statement, arguments: [position.timestamp, position.sequence, lastSequence, limit])
    var count = 0
    let resultCount = Record.ownFields.count
    while let row = try rows.next() {
      let reader = RecordRow<Record>(
        row: row, resultCount: resultCount, statement: statement.sqliteStatement)
      count += 1
      do {
        try take(reader)
      } catch {
        guard policy == .skip else { throw error }
        unreadable.add(error)
      }
      end = try reader.position
    }
    isLast = count < limit
  }

  /// Calls `take` with the newest rows before `position`, from the newest on, and returns the position of the
  /// last of them; `nil` if there are no others.
  ///
  /// - Parameters:
  ///   - position: `nil` for the end.
  ///   - condition: what else the rows have to fulfil, in SQL.
  static func readBackwards(
    from position: RecordPosition?, limit: Int, lastSequence: Int64, where condition: String,
    _ database: Database, take: (RecordRow<Record>) throws(UnreadableRow) -> Void
  ) throws -> RecordPosition? {
    let before = position == nil ? "" : "(timestamp, sequence) < (?, ?) AND "
    let statement = try database.makeStatement(
      sql: """
        SELECT \(RecordColumn.selection(for: Record.self, .hearing))
        FROM \(Record.databaseTableName)
        WHERE \(before)timestamp IS NOT NULL AND sequence <= ? AND \(condition)
          \(RecordExtent.hearing.condition)
        ORDER BY timestamp DESC, sequence DESC LIMIT ?
        """)
    var arguments: StatementArguments = []
    if let position { arguments += [position.timestamp, position.sequence] }
    arguments += [lastSequence, limit]
    let rows = try Row.fetchCursor(statement, arguments: arguments)
    var count = 0
    var end: RecordPosition?
    let resultCount = Record.ownFields.count
    while let row = try rows.next() {
      let reader = RecordRow<Record>(
        row: row, resultCount: resultCount, statement: statement.sqliteStatement)
      count += 1
      try take(reader)
      end = try reader.position
    }
    return count < limit ? nil : end
  }

  /// No order leads to a row whose time is NULL.
  private mutating func readUntimed(
    _ lastSequence: Int64, _ policy: UnreadablePolicy, _ database: Database
  ) throws {
    let rows = try Int64.fetchCursor(
      database,
      sql: """
        SELECT sequence FROM \(Record.databaseTableName)
        WHERE timestamp IS NULL AND sequence <= ? ORDER BY sequence
        """, arguments: [lastSequence])
    while let sequence = try rows.next() {
      let row = UnreadableRow(
        table: Record.databaseTableName, sequence: sequence,
        column: RecordColumn.timestamp.name)
      guard policy == .skip else { throw row }
      unreadable.add(row)
    }
  }

  /// The number of the last row; 0 if there is none.
  ///
  /// A table of another program's making may have rows without a number, which no comparison would
  /// find. They throw ``UnreadableRow``.
  static func lastSequence(_ database: Database) throws -> Int64 {
    let table = Record.databaseTableName
    let last =
      try StoredValue.fetchOne(database, sql: "SELECT max(sequence) FROM \(table)")?.databaseValue
      ?? .null
    let sequence = last.isNull ? 0 : Int64(columnValue: last)
    let isComplete =
      try Bool.fetchOne(
        database, sql: "SELECT NOT EXISTS (SELECT 1 FROM \(table) WHERE sequence IS NULL)") ?? false
    guard let sequence, isComplete else {
      throw UnreadableRow(table: table, sequence: nil, column: RecordColumn.sequence.name)
    }
    return sequence
  }
}

/// Iterates over the records of one training in order of time, with one batch in memory.
///
///     var records = try store.records(of: ComparisonRecord.self)
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

  /// The rows that have been passed over so far.
  private(set) var unreadable = UnreadableRows()

  /// - Precondition: `batchSize` is positive.
  init(batchSize: Int, fetch: @escaping Fetch) {
    precondition(batchSize > 0, "a batch holds at least one record")
    self.batchSize = batchSize
    self.fetch = fetch
  }

  /// The next record, or `nil` after the last. Throws `fetchFailed`; the call may be repeated.
  mutating func next() throws(DataStoreError) -> Record? {
    while index == page.records.count, !page.isLast {
      page = try fetch(page.end, batchSize)
      index = 0
      unreadable.add(page.unreadable)
    }
    guard index < page.records.count else { return nil }
    defer { index += 1 }
    return page.records[index]
  }
}

/// Iterates over the records of all trainings in order of time, with one batch of each in memory. Of
/// records of one moment, those of the first type come first.
struct StoredResults {
  private let pages: [any ResultPages]

  /// The next record of each training.
  private var heads: [RecordedResult?]

  init(_ database: Database) throws {
    pages = try RecordedResult.types.map { try $0.pages(database) }
    heads = try pages.map { try $0.next() }
  }

  /// The next record, `nil` after the last.
  mutating func next() throws -> RecordedResult? {
    var first: (place: Int, result: RecordedResult)?
    for (place, head) in heads.enumerated() {
      guard let head else { continue }
      if let first, first.result.timestamp <= head.timestamp { continue }
      first = (place, head)
    }
    guard let first else { return nil }
    heads[first.place] = try pages[first.place].next()
    return first.result
  }
}

/// The records of one training in order of time.
protocol ResultPages: AnyObject {
  /// The next record, `nil` after the last.
  func next() throws -> RecordedResult?
}

extension TrainingRecord {
  static func pages(_ database: Database) throws -> any ResultPages {
    try Pages<Self>(database)
  }
}

private final class Pages<Record: TrainingRecord>: ResultPages {
  private static var size: Int { 1000 }

  private let database: Database
  private let lastSequence: Int64
  private var page = RecordPage<Record>()
  private var index = 0

  init(_ database: Database) throws {
    self.database = database
    lastSequence = try RecordPage<Record>.lastSequence(database)
  }

  func next() throws -> RecordedResult? {
    while index == page.records.count, !page.isLast {
      page = try RecordPage(
        after: page.end, limit: Self.size, lastSequence: lastSequence, extent: .whole, database)
      index = 0
    }
    guard index < page.records.count else { return nil }
    defer { index += 1 }
    return RecordedResult(page.records[index])
  }
}
