import Foundation
internal import GRDB
import Music
import Training

extension TrainingDataStore {
  /// The faults that SQLite's own check finds in the database, in its words. It reads the whole
  /// file. A file too damaged to be checked throws `fetchFailed(.corrupt)`.
  public func integrityCheck() throws(DataStoreError) -> [String] {
    try read { database in
      try String.fetchAll(database, sql: "PRAGMA integrity_check").filter { $0 != "ok" }
    }
  }

  /// Calls `body` with each result stored so far, including withdrawn ones, in order of time.
  /// Nothing is locked between pages of them. Throws `fetchFailed`, and whatever `body` throws.
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
  /// The counts from indexes.
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
  /// The last answer of the last run of training, withdrawn or not; `nil` if no record names a run.
  /// Throws `fetchFailed`.
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

  /// The time of the last answer, including imported ones, without withdrawn ones. Throws
  /// `fetchFailed`.
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

  /// The place at which a participant left a plan since a moment: the block of the last result that
  /// was not taken back. Throws `fetchFailed`.
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
        // A row that is not a record is named by the readers of all records.
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

  /// The place at which a plan was left.
  public struct PlaceLeft: Sendable {
    public let block: Int

    /// The answers of the block that count, and the number that was taken back.
    public let answers: [BlockAnswer]
    public let withdrawn: Int

    /// The seed of the plan's choices, if known.
    public let seed: UInt64?
  }

  /// The played notes of the run in which one was played last, in order of time, without withdrawn
  /// ones. Throws `fetchFailed`.
  ///
  /// - Parameter count: the greatest number of notes; the last ones are returned.
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
        // A row that is not a record is named by the readers of all records.
        if let result = try? $0.result() { results.append(result) }
      }
      return results.reversed()
    }
  }

  /// The times of the last answers of each training, the last one first, without withdrawn and
  /// imported ones. Throws `fetchFailed`.
  ///
  /// Only the last few thousand answers are searched, as no index leads to those of one training.
  ///
  /// - Parameter count: the greatest number of times of each training.
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
  /// The numbers of answers on a local day, including withdrawn ones. Throws `fetchFailed`.
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

  /// The number of results, including withdrawn ones, and the number of withdrawn ones.
  fileprivate var rows: Int
  fileprivate var withdrawn: Int

  /// True if there are no results, not even withdrawn ones.
  public var isEmpty: Bool { rows == 0 }
}

extension TrainingDataStore {
  /// The mark of the present state. Throws `fetchFailed`.
  public func mark() throws(DataStoreError) -> HistoryMark {
    try read { try HistoryMark($0) }
  }
}

extension HistoryMark {
  /// The mark of this moment, and the results since; `nil` if anything else was changed.
  ///
  /// - Parameter isOwn: true if only this process has changed the history. Then there is nothing to
  ///   find out.
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

  /// - Parameter rows: their number; `nil` to count them.
  init(_ database: Database, rows: Int? = nil) throws {
    func number(_ sql: String) throws -> Int64 { try Int64.fetchOne(database, sql: sql) ?? 0 }
    sequence = try number("SELECT max(sequence) FROM result")
    time = try number("SELECT max(timestamp) FROM result")
    self.rows = try rows ?? Int(number("SELECT count(*) FROM result"))
    withdrawn = Int(try number("SELECT count(*) FROM result WHERE withdrawn = 1"))
  }
}

extension TrainingDataStore {
  /// The last notes of an instrument, in order of time, for its map. Rows that are not records are
  /// skipped. Throws `fetchFailed`.
  ///
  /// - Parameters:
  ///   - label: the name of the instrument; `nil` for the one without a name.
  ///   - date: only earlier notes count.
  ///   - referencePitch: the A4 to which the notes are relative.
  public func notes(
    ofInstrument label: String?, before date: Date = .distantFuture, referencePitch: Frequency,
    calendar: Calendar = .current
  ) throws(DataStoreError) -> [InstrumentMap.Note] {
    let results: [RecordedResult] = try read { database in
      var results: [RecordedResult] = []
      try ResultRowReader().forEach(
        in: "training = 'map' AND label IS ? AND timestamp < ? AND withdrawn IS NOT 1",
        "timestamp DESC, sequence DESC",
        [label, date.millisecondsSince1970, InstrumentMap.window], database
      ) { if let result = try? $0.result() { results.append(result) } }
      return results
    }
    var days = LocalDays(calendar: calendar)
    return results.reversed().compactMap { result in
      guard let heard = result.measures.heardNote else { return nil }
      let note = InstrumentMap.Note(
        result.targetNote, deviation: Cents(heard.error), uncertainty: heard.uncertainty,
        day: days.number(of: result.timestamp))
      let recorded = result.context.referencePitch.map { Frequency(hertz: $0) } ?? referencePitch
      return note.seen(from: referencePitch, recordedAt: recorded)
    }
  }

  /// The labels of the instruments that have notes, the one that was played last first; `nil` is
  /// the one without a name. Throws `fetchFailed`.
  ///
  /// - Parameter date: only earlier notes count.
  public func instruments(
    before date: Date = .distantFuture
  ) throws(DataStoreError) -> [String?] {
    try read { database in
      try Optional<String>.fetchAll(
        database,
        sql: """
          SELECT label FROM result WHERE training = 'map' AND timestamp < ? AND withdrawn IS NOT 1
          GROUP BY label ORDER BY max(timestamp) DESC, max(sequence) DESC
          """, arguments: [date.millisecondsSince1970])
    }
  }

  /// The map of the instrument that was played last before a moment, if any. Throws `fetchFailed`.
  func lastInstrument(
    before date: Date, _ settings: CoachSettings, calendar: Calendar
  ) throws(DataStoreError) -> InstrumentMap? {
    guard let label = try instruments(before: date).first else { return nil }
    let notes = try notes(
      ofInstrument: label, before: date, referencePitch: settings.referencePitch,
      calendar: calendar)
    return InstrumentMap(notes, referencePitch: settings.referencePitch)
  }

  /// Marks all results of a run of training as taken back. Throws `saveFailed`.
  ///
  /// - Returns: the number of results that were not marked before.
  public func withdraw(run: UUID) throws(DataStoreError) -> Int {
    try write(DataStoreError.saveFailed) { database in
      try database.execute(
        sql: "UPDATE result SET withdrawn = 1 WHERE run = ? AND withdrawn IS NOT 1",
        arguments: [run.columnValue])
      return database.changesCount
    }
  }
}
