import Foundation
internal import GRDB
import Music
import Training

extension TrainingDataStore {
  /// The model of hearing from all records, in order of time. Throws `fetchFailed`, also if a row
  /// is not a record.
  ///
  /// - Parameter progress: called with the share that is done, 0…1, after every few thousand
  ///   records.
  public func hearing(
    progress: (Double) -> Void = { _ in }
  ) throws(DataStoreError) -> HearingModel {
    let total = try recordCounts().total
    let pages = try reader.read { try reader.pages($0, .refuse) }
    return try reader.replay(pages, known: nil) { done in
      progress(min(Double(done) / Double(max(total, 1)), 1))
    }.hearing
  }

  /// Reads, off the main thread, the records that `need` requires: the last ones of each kind. Rows
  /// that are not records are skipped; ``reread(keeping:)`` counts them. Throws `fetchFailed`, also
  /// if the store is closed meanwhile.
  public func hearing(for need: HearingNeed) async throws(DataStoreError) -> HearingModel {
    try await reader.hearing(for: need)
  }

  /// Begins a reading of all records, off the main thread, which skips rows that are not records
  /// and leaves out results that are stored from now on. Throws `fetchFailed`, also if the store is
  /// closed meanwhile.
  ///
  /// - Parameter known: conclusions that are known already and may be left out.
  public func reread(keeping known: HearingNeed? = nil) throws(DataStoreError)
    -> HistoryReading
  {
    let (pages, mark) = try reader.read { (try reader.pages($0, .skip), try HistoryMark($0)) }
    return HistoryReading(reader: reader, known: known, pages: pages, mark: mark)
  }

  /// The state of each skill from the records before a moment, at the end of the last day among
  /// them. Rows that are not records are skipped. Throws `fetchFailed`.
  public func skills(
    before date: Date, _ settings: CoachSettings, calendar: Calendar = .current
  ) throws(DataStoreError) -> (history: SkillHistory, unreadable: UnreadableRows) {
    var read = try reader.skills(before: date, SkillHistory(settings, calendar: calendar))
    read.history.instrument = try lastInstrument(before: date, settings, calendar: calendar)
    return read
  }

  /// The state of each skill from the records before a moment, and from all records. Rows that are
  /// not records are skipped. Throws `fetchFailed`.
  @concurrent
  public func skills(
    around date: Date, _ settings: CoachSettings, calendar: Calendar = .current
  ) async throws(DataStoreError) -> (before: SkillHistory, after: SkillHistory) {
    let empty = SkillHistory(settings, calendar: calendar)
    var read = try reader.skills(around: date, empty)
    read.before.instrument = try lastInstrument(before: date, settings, calendar: calendar)
    read.after.instrument = try lastInstrument(
      before: .distantFuture, settings, calendar: calendar)
    return read
  }

  private var reader: HistoryReader { HistoryReader(queue: queue, path: path) }
}

/// A reading of all records that existed when it began.
public struct HistoryReading: Sendable {
  fileprivate let reader: HistoryReader
  fileprivate let known: HearingNeed?
  fileprivate let pages: ResultPages

  /// The mark of the last record that is read.
  public let mark: HistoryMark

  /// The results of the records, read off the main thread. Throws `fetchFailed`.
  @concurrent
  public func outcome() async throws(DataStoreError) -> ReadHistory {
    try reader.replay(pages, known: known)
  }
}

/// The results of the records of a history.
public struct ReadHistory: Sendable {
  public let hearing: HearingModel
  public let counts: RecordCounts

  public let unreadable: UnreadableRows
}

/// Reads the records of a history on any thread, a page at a time. Nothing is locked between the
/// pages.
private struct HistoryReader: Sendable {
  let queue: DatabaseQueue
  let path: String

  private static let counting = "withdrawn IS NOT 1"

  /// Runs `body`, which only reads. Throws `fetchFailed`, also if the store is closed.
  func read<Value>(
    _ body: (Database) throws -> Value
  ) throws(DataStoreError) -> Value {
    do {
      return try queue.inDatabase { database in
        // The store may be closed between two pages. GRDB's own read would then ask SQLite for the
        // state of a missing connection, which ends the process.
        guard database.sqliteConnection != nil else { throw DataStoreFault.closed }
        return try database.readOnly { try body(database) }
      }
    } catch {
      throw .fetchFailed(DataStoreFault(error, path: path))
    }
  }

  func pages(_ database: Database, _ policy: UnreadablePolicy) throws -> ResultPages {
    try ResultPages(database, ResultFields.ofHearing, where: Self.counting, policy)
  }

  /// - Parameter count: called now and then with the number of records so far.
  func replay(
    _ pages: ResultPages, known: HearingNeed?, count: (Int) -> Void = { _ in }
  ) throws(DataStoreError) -> ReadHistory {
    var (pages, replay, done) = (pages, HearingReplay(), 0)
    while !pages.isAtEnd {
      let results = try next(&pages)
      for result in results { result.add(to: &replay) }
      done += results.count
      count(done)
    }
    let counts = try read { try RecordCounts($0) }
    return ReadHistory(
      hearing: replay.finish(without: known), counts: counts, unreadable: pages.unreadable)
  }

  func skills(
    before date: Date, _ history: SkillHistory
  ) throws(DataStoreError) -> (history: SkillHistory, unreadable: UnreadableRows) {
    var history = history
    let unreadable = try add("timestamp < \(date.millisecondsSince1970)", to: &history)
    history.finish()
    return (history, unreadable)
  }

  func skills(
    around date: Date, _ history: SkillHistory
  ) throws(DataStoreError) -> (before: SkillHistory, after: SkillHistory) {
    var after = history
    _ = try add("timestamp < \(date.millisecondsSince1970)", to: &after)
    var before = after
    before.finish()
    _ = try add("timestamp >= \(date.millisecondsSince1970)", to: &after)
    after.finish()
    return (before, after)
  }

  /// - Parameter condition: the condition of the results, in SQL.
  private func add(
    _ condition: String, to history: inout SkillHistory
  ) throws(DataStoreError) -> UnreadableRows {
    let condition = "\(Self.counting) AND \(condition)"
    var pages = try read { try ResultPages($0, ResultFields.ofSkills, where: condition, .skip) }
    while !pages.isAtEnd {
      for result in try next(&pages) { result.add(to: &history) }
    }
    return pages.unreadable
  }

  private func next(_ pages: inout ResultPages) throws(DataStoreError) -> [RecordedResult] {
    var copy = pages
    let results = try read { try copy.next($0) }
    pages = copy
    return results
  }

  @concurrent
  func hearing(for need: HearingNeed) async throws(DataStoreError) -> HearingModel {
    var replay = HearingReplay()
    switch need {
    case .comparisons(let kinds, let presentation):
      var model = HearingModel()
      for kind in kinds {
        let answers = try last(HearingReplay.window, .comparison, kind, presentation)
        model.concludeLast(answers.compactMap(\.choice), of: kind, presentation)
      }
      return model
    case .matchings, .playings:
      for kind in TrainingKind.allCases {
        for presentation in Presentation.allCases {
          let answers = try last(
            MatchingFit.window, need == .matchings ? .matching : .playing, kind, presentation)
          for answer in answers { answer.add(to: &replay) }
        }
      }
      return replay.unfinished
    case .purities:
      var answers: [RecordedResult] = []
      for kind in TrainingKind.allCases {
        for presentation in Presentation.allCases {
          answers += try last(HearingReplay.window, .purity, kind, presentation)
        }
      }
      for answer in answers.sorted(by: { $0.timestamp < $1.timestamp }) { answer.add(to: &replay) }
      return replay.concludingPurity()
    }
  }

  /// The last records of a kind, in order of time.
  private func last(
    _ count: Int, _ training: TrainingName, _ kind: TrainingKind, _ presentation: Presentation
  ) throws(DataStoreError) -> [RecordedResult] {
    let reader = ResultRowReader(ResultFields.ofHearing, where: Self.counting)
    let condition = Self.condition(of: training, kind, presentation)
    var results: [RecordedResult] = []
    var (time, sequence) = (Int64.max, Int64.max)
    var isAtEnd = false
    while results.count < count, !isAtEnd {
      let size = ResultPages.usualSize
      let (page, position) = try read { database in
        var (page, position) = ([RecordedResult](), (time, sequence))
        let rows = try reader.forEach(
          in: "\(condition) AND (timestamp, sequence) < (?, ?)", "timestamp DESC, sequence DESC",
          [time, sequence, size], database
        ) { row in
          position = (row.time ?? position.0, row.sequence ?? position.1)
          if let result = try? row.result() { page.append(result) }
        }
        isAtEnd = rows < size
        return (page, position)
      }
      isAtEnd = isAtEnd || position == (time, sequence)
      (time, sequence) = position
      results += page
    }
    return results.prefix(count).reversed()
  }

  /// The condition of a search for the answers of a kind, in the words of the index. An unknown
  /// presentation counts as melodic.
  private static func condition(
    of training: TrainingName, _ kind: TrainingKind, _ presentation: Presentation
  ) -> String {
    """
    training = '\(training.rawValue)' AND (interval <> 'P1') = \(kind == .unison ? 0 : 1) \
    AND (presentation IS 'harmonic') = \(presentation == .harmonic ? 1 : 0)
    """
  }
}
