import Foundation
import Music
import Training
internal import GRDB

extension TrainingDataStore {
  /// The faults that SQLite's own check finds in the database, in its words; empty if there are
  /// none.
  ///
  /// It reads the whole file. A file too damaged to be checked throws `fetchFailed(.corrupt)`.
  public func integrityCheck() throws(DataStoreError) -> [String] {
    try read { database in
      try String.fetchAll(database, sql: "PRAGMA integrity_check").filter { $0 != "ok" }
    }
  }

  /// Calls `body` with each result stored so far, withdrawn ones included, in order of time. Nothing is locked
  /// between two thousands of them. Throws `fetchFailed`, and whatever `body` throws.
  public func forEachResult(_ body: (RecordedResult) throws -> Void) throws {
    var pages = try pages()
    while !pages.isAtEnd {
      for result in try nextPage(of: &pages) { try body(result) }
    }
  }

  /// The results stored so far, in order of time. Throws `fetchFailed`.
  func pages(
    where condition: String = "TRUE", size: Int = ResultPages.usualSize,
    _ policy: UnreadablePolicy = .refuse
  ) throws(DataStoreError) -> ResultPages {
    try read { try ResultPages($0, where: condition, size: size, policy) }
  }

  /// Throws `fetchFailed`.
  func nextPage(of pages: inout ResultPages) throws(DataStoreError) -> [RecordedResult] {
    var (copy, results) = (pages, [RecordedResult]())
    results = try read { try copy.next($0) }
    pages = copy
    return results
  }
}

extension RecordCounts {
  /// Both are counted in an index.
  init(_ database: Database) throws {
    func counts(_ condition: String) throws -> [TrainingName: Int] {
      let rows = try Row.fetchAll(
        database,
        sql: "SELECT training, count(*) FROM main.result \(condition) GROUP BY training")
      var counts: [TrainingName: Int] = [:]
      for row in rows {
        let name = String.fromDatabaseValue(row[0]).flatMap { TrainingName(rawValue: $0) }
        if let name { counts[name] = Int.fromDatabaseValue(row[1]) }
      }
      return counts
    }
    let withdrawn = try counts("WHERE withdrawn = 1")
    let all = try counts("").merging(withdrawn) { $0 - $1 }
    self.init(all, withdrawn: withdrawn.values.reduce(0, +))
  }
}

extension TrainingDataStore {
  /// The last answer of the last run of training, whether it was taken back or not; `nil` if no record
  /// names a run. Throws `fetchFailed`.
  public func lastAnswer() throws(DataStoreError) -> RecordedResult? {
    try read { database in
      var last: RecordedResult?
      try ResultRowReader().forEach(
        in: "run IS NOT NULL AND training <> 'listening'", "timestamp DESC, sequence DESC", [1],
        database
      ) { last = try $0.result() }
      return last
    }
  }

  /// When the last answer was given, also an imported one; `nil` without answers. One that was taken back does
  /// not count. Throws `fetchFailed`.
  public func lastTime() throws(DataStoreError) -> Date? {
    try read { database in
      try Int64.fetchOne(
        database,
        sql: """
          SELECT timestamp FROM result WHERE timestamp IS NOT NULL AND withdrawn IS NOT 1
          ORDER BY timestamp DESC, sequence DESC LIMIT 1
          """
      ).map { Date(millisecondsSince1970: $0) }
    }
  }

  /// Where a participant left a plan since a moment: the block of the last result that was not taken back. `nil` if
  /// there is none. Throws `fetchFailed`.
  public func place(
    in plan: String, of participation: Participation, since date: Date
  ) throws(DataStoreError) -> PlaceLeft? {
    try read { database in
      var results: [RecordedResult] = []
      try ResultRowReader().forEach(
        in: """
          plan = ? AND timestamp >= ? AND block IS NOT NULL AND participant IS ? AND session IS ?
          """, "timestamp, sequence",
        [
          plan, date.millisecondsSince1970, participation.participant, participation.session, -1,
        ], database
      ) {
        // One that is no record is named by whoever reads all of them.
        if let result = try? $0.result() { results.append(result) }
      }
      guard let last = results.last(where: { !$0.isWithdrawn }), let block = last.context.block
      else { return nil }
      results.removeAll { $0.context.block != block }
      let seed = try last.context.run.flatMap { run in
        try String.fetchOne(
          database, sql: "SELECT seed FROM trainingRun WHERE id = ?", arguments: [run.columnValue])
      }
      return PlaceLeft(
        block: block, answers: results.filter { !$0.isWithdrawn }.map(\.blockAnswer),
        withdrawn: results.count(where: \.isWithdrawn), seed: seed.flatMap { UInt64($0) })
    }
  }

  /// Where a plan was left.
  public struct PlaceLeft: Sendable {
    /// Its number in the records.
    public let block: Int

    /// The answers of the block that count, and how many were taken back.
    public let answers: [BlockAnswer]
    public let withdrawn: Int

    /// What the choices of the plan follow from; `nil` if that is not known.
    public let seed: UInt64?
  }

  /// The played notes of the run in which one was played last, in order of time; those that were taken back
  /// do not count. Throws `fetchFailed`.
  ///
  /// - Parameter count: the most notes to return, the last ones.
  public func lastPlayed(count: Int) throws(DataStoreError) -> [RecordedResult] {
    try read { database in
      var results: [RecordedResult] = []
      try ResultRowReader().forEach(
        in: """
          training = 'playing' AND withdrawn IS NOT 1 AND run = (
            SELECT run FROM result WHERE training = 'playing' AND withdrawn IS NOT 1 AND run IS NOT NULL
            ORDER BY timestamp DESC, sequence DESC LIMIT 1)
          """, "timestamp DESC, sequence DESC", [count], database
      ) {
        // One that is no record is named by whoever reads all of them.
        if let result = try? $0.result() { results.append(result) }
      }
      return results.reversed()
    }
  }

  /// When the last answers of each training were given, the last one first; answers that were taken back and
  /// imported ones do not count. Throws `fetchFailed`.
  ///
  /// Only the last few thousand answers are looked through: no index leads to those of one training.
  ///
  /// - Parameter count: the most times of each training.
  public func lastTimes(count: Int) throws(DataStoreError) -> [TrainingName: [Date]] {
    try read { database in
      let rows = try Row.fetchCursor(
        database,
        sql: """
          SELECT training, timestamp, withdrawn FROM result WHERE run IS NOT NULL
          ORDER BY timestamp DESC, sequence DESC LIMIT 4000
          """)
      var times: [TrainingName: [Date]] = [:]
      while let row = try rows.next() {
        guard Int64.fromDatabaseValue(row[2]) != 1, let time = Int64.fromDatabaseValue(row[1]),
          let training = String.fromDatabaseValue(row[0]).flatMap(TrainingName.init),
          times[training, default: []].count < count
        else { continue }
        times[training, default: []].append(Date(millisecondsSince1970: time))
      }
      return times
    }
  }
}

extension TrainingDataStore {
  /// How many answers were given on a local day, those that were taken back among them. Throws `fetchFailed`.
  ///
  /// - Parameter day: its number (``LocalDays``).
  public func answers(
    on day: Int, calendar: Calendar = .current
  ) throws(DataStoreError) -> DayAnswers {
    let (start, end) = (
      LocalDays.start(of: day, in: calendar), LocalDays.start(of: day + 1, in: calendar)
    )
    return try read { database in
      let rows = try Row.fetchCursor(
        database,
        sql: """
          SELECT training, interval, plan, block, count(*) FROM result
          WHERE timestamp >= ? AND timestamp < ? GROUP BY training, interval, plan, block
          """, arguments: [start.millisecondsSince1970, end.millisecondsSince1970])
      var answers = DayAnswers(day: day)
      while let row = try rows.next() {
        guard let training = String.fromDatabaseValue(row[0]).flatMap(TrainingName.init),
          let interval = String.fromDatabaseValue(row[1]).flatMap({ DirectedInterval($0) }),
          let count = Int.fromDatabaseValue(row[4])
        else { continue }
        let block = Int.fromDatabaseValue(row[3])
        let place = PlanPosition(String.fromDatabaseValue(row[2]), block: block)
        answers.add(training, interval, at: place, count: count)
      }
      return answers
    }
  }
}

/// A place in a history up to which every result is known.
public struct HistoryMark: Sendable {
  /// The number and the time of the last result.
  fileprivate var sequence: Int64
  fileprivate var time: Int64

  /// How many results there are, withdrawn ones included, and how many of these.
  fileprivate var rows: Int
  fileprivate var withdrawn: Int

  /// Whether there are none, not even withdrawn ones.
  public var isEmpty: Bool { rows == 0 }
}

extension TrainingDataStore {
  /// Everything that is stored is known. Throws `fetchFailed`.
  public func mark() throws(DataStoreError) -> HistoryMark {
    try read { try HistoryMark($0) }
  }
}

extension HistoryMark {
  /// The mark of this moment, and the results since; `nil` if anything else was changed.
  ///
  /// - Parameter isOwn: whether this process alone has changed the history. Then there is nothing to find out.
  func advanced(
    in database: Database, isOwn: Bool
  ) throws -> (mark: HistoryMark, added: [RecordedResult])? {
    let count =
      try Int.fetchOne(
        database, sql: "SELECT count(*) FROM result WHERE sequence > ?", arguments: [sequence]) ?? 0
    let next = try HistoryMark(database, rows: isOwn ? rows + count : nil)
    guard !isOwn else { return (next, []) }
    guard next.rows == rows + count, next.withdrawn == withdrawn else { return nil }
    var added: [RecordedResult] = []
    try ResultRowReader(ResultFields.ofHearing).forEach(
      in: "sequence > ?", "timestamp, sequence", [sequence, count], database
    ) { if let result = try? $0.result() { added.append(result) } }
    let isLater = added.allSatisfy { $0.timestamp.millisecondsSince1970 >= time }
    return isLater && added.count == count ? (next, added) : nil
  }

  /// - Parameter rows: how many there are; `nil` to count them.
  init(_ database: Database, rows: Int? = nil) throws {
    func number(_ sql: String) throws -> Int64 { try Int64.fetchOne(database, sql: sql) ?? 0 }
    sequence = try number("SELECT max(sequence) FROM result")
    time = try number("SELECT max(timestamp) FROM result")
    self.rows = try rows ?? Int(number("SELECT count(*) FROM result"))
    withdrawn = Int(try number("SELECT count(*) FROM result WHERE withdrawn = 1"))
  }
}
