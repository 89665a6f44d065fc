import Foundation
import GRDB
import Music
import Testing
import Training

@testable import History

/// A context in which nothing is missing.
func makeContext(run: UUID? = nil, soundSource: String = "TimGM6mb:0:40") -> TrialContext {
  var context = TrialContext()
  context.soundSource = soundSource
  context.noteDuration = 0.3
  context.amplitude = -2.5
  context.referencePitch = 442
  context.responseTime = 0.8124
  context.strategy = "adaptive"
  context.believedThreshold = 12.75
  context.heard = 1
  context.input = .midi
  context.presentation = .melodic
  context.accompaniment = "P1"
  context.run = run
  return context
}

func makeRun(id: UUID = UUID(), seed: UInt64? = .max) -> RunRecord {
  RunRecord(
    id: id, start: tenOClock, version: "1.2.3", sampleRate: 48_000, bufferSize: 64,
    outputs: [RunRecord.Connection(port: "peach:out_1", peer: #"odd, "name""#)], seed: seed)
}

@MainActor
@Suite("How an answer came about")
struct TrialContextTests {
  let directory: TemporaryDirectory
  let store: TrainingDataStore
  let run = makeRun()
  let comparison: CompletedComparison
  let matching: CompletedPitchMatching

  init() throws {
    directory = try TemporaryDirectory()
    store = try TrainingDataStore(url: directory.database)
    comparison = makeComparison(context: makeContext(run: run.id))
    matching = makePitchMatching(
      at: tenOClock.addingTimeInterval(4), context: makeContext(run: run.id))
    _ = try store.store(
      [
        RecordedResult(ComparisonRecord(comparison)), RecordedResult(PitchMatchingRecord(matching)),
      ],
      of: [run])
  }

  @Test("its members have the names, the order and the values of the fields of a record")
  func members() {
    let record = RecordedResult(ComparisonRecord(comparison)).record
    let members = comparison.context.members
    // Whether it was taken back, its record says.
    let columns = SharedColumn.context.filter { $0.name != "withdrawn" }
    #expect(members.map(\.name) == columns.map(\.name))
    #expect(members.map(\.value) == columns.compactMap { record.value(of: $0) })
    #expect(TrialContext().members.isEmpty)
  }

  @Test("it is stored and read with the result")
  func stored() throws {
    let whole = try store.wholeResults()
    #expect(whole.map(\.record.context) == [comparison.context, matching.context])
    #expect(try store.contents.runs == [run])
    #expect(try store.strings("SELECT seed FROM trainingRun", column: "seed") == ["\(UInt64.max)"])
  }

  @Test("an export carries it, with the runs", arguments: [ExportFormat.csv, .jsonLines])
  func exported(format: ExportFormat) async throws {
    try store.withdraw(id: matching.id)
    let text = try await store.exported(format, in: directory)
    let other = try TrainingDataStore.inMemory()
    let summary = try await other.take(text, in: directory)
    #expect(summary.faultCount == 0)
    #expect(try other.contents == store.contents)
    #expect(try await other.take(text, in: directory).comparison.present == 1)
    #expect(try other.contents == store.contents)
  }

  @Test("a merge carries it, with the runs")
  func merged() async throws {
    let other = try TrainingDataStore.inMemory()
    _ = try await HistoryMerge(store.path, into: other).run()
    #expect(try other.contents == store.contents)
  }

  @Test("the app's table is what it was")
  func app() async throws {
    let plain = try TrainingDataStore.inMemory()
    try plain.save(makeComparison(id: comparison.id))
    try plain.save(makePitchMatching(id: matching.id, at: matching.timestamp))
    #expect(
      try await store.exported(.app, in: directory) == plain.exported(.app, in: directory))
  }

  @Test("what one side lacks the other supplies, and nothing is lost")
  func completed() async throws {
    let other = try TrainingDataStore(url: directory.url.appendingPathComponent("other.sqlite"))
    try other.save(makeComparison(id: comparison.id))
    _ = try await HistoryMerge(other.path, into: store).run()
    #expect(try store.wholeResults().first?.record.context == comparison.context)
    let summary = try await HistoryMerge(store.path, into: other).run()
    #expect(summary.comparison == TrainingCounts(present: 1))
    #expect(try other.contents == store.contents)
  }

  @Test("a result of a content that the database refuses names the column")
  func unreadable() throws {
    try store.execute(
      "PRAGMA ignore_check_constraints = ON; UPDATE comparisonRecord SET heard = 0")
    let row = UnreadableRow(table: "comparisonRecord", sequence: 1, column: "heard")
    #expect(throws: DataStoreError.fetchFailed(.unreadable(row))) { try store.wholeResults() }
    // To the profile it is an answer of which that is unknown.
    #expect(try store.allComparisons().map(\.context.heard) == [nil])
  }

  @Test("what the conclusions depend on is read at the start, and nothing else")
  func conditions() throws {
    var expected = TrialContext()
    expected.soundSource = comparison.context.soundSource
    expected.noteDuration = comparison.context.noteDuration
    expected.amplitude = comparison.context.amplitude
    expected.heard = comparison.context.heard
    expected.presentation = comparison.context.presentation
    #expect(try store.allComparisons().map(\.context) == [expected])
  }
}

@MainActor
@Suite("The model of hearing, rebuilt from the records")
struct HearingReplayTests {
  private let store: TrainingDataStore
  private let fifth = DirectedInterval(.perfectFifth)

  init() throws { store = try TrainingDataStore.inMemory() }

  private func comparison(
    _ index: Int, interval: DirectedInterval, _ change: (inout TrialContext) -> Void
  ) -> CompletedComparison {
    var context = makeContext()
    change(&context)
    return makeComparison(
      note: 60 + index % 3, interval: interval, centOffset: Cents(index % 2 == 0 ? 14 : -9),
      answeredHigher: index % 5 != 0, at: tenOClock.addingTimeInterval(Double(index) * 7200),
      context: context)
  }

  @Test("it is what it was when the answers came in, with the circumstances of each")
  func rebuilt() throws {
    var lived = HearingModel()
    for index in 0..<60 {
      let comparison = comparison(index, interval: index % 3 == 0 ? fifth : .prime) { context in
        context.soundSource = index % 4 == 0 ? nil : "font:0:\(index % 2)"
        context.noteDuration = index % 4 == 1 ? 2 : 0.3
        context.amplitude = index % 4 == 2 ? nil : 0.5
        context.heard = 1 + index % 3
        context.presentation = index % 6 == 5 ? .harmonic : .melodic
      }
      let matching = makePitchMatching(
        error: Cents(Double(index % 7)), at: comparison.timestamp, context: makeContext())
      try store.save(comparison)
      try store.save(matching)
      lived.add(.comparison(comparison))
      lived.add(.matching(matching))
    }
    var rebuilt = HearingModel()
    try store.replay(into: &rebuilt)
    for presentation in Presentation.allCases {
      #expect(rebuilt.unison[presentation].count == lived.unison[presentation].count)
      #expect(rebuilt.unison[presentation].level == lived.unison[presentation].level)
      let (one, other) = (rebuilt.intervals[presentation], lived.intervals[presentation])
      #expect(one.count == other.count)
      #expect(one.shift(of: fifth) == other.shift(of: fifth))
      #expect(one.threshold(of: fifth) == other.threshold(of: fifth))
      #expect(
        rebuilt.matchings.unison[presentation].count == lived.matchings.unison[presentation].count)
    }
    #expect(rebuilt.unison.harmonic.count > 0)
    #expect(rebuilt.profile == lived.profile)
  }

  @Test("a row that is no record leaves it as it is")
  func unreadable() throws {
    try store.save(makeComparison())
    var hearing = HearingModel()
    try store.replay(into: &hearing)
    try store.execute(
      "PRAGMA ignore_check_constraints = ON; UPDATE comparisonRecord SET referenceNote = 200")
    #expect(throws: DataStoreError.self) { try store.replay(into: &hearing) }
    #expect(hearing.unison.melodic.count == 1)
  }
}

@MainActor
@Suite("An answer that was taken back")
struct WithdrawalTests {
  let directory: TemporaryDirectory
  let store: TrainingDataStore
  let comparison = makeComparison()
  let matching = makePitchMatching()

  init() throws {
    directory = try TemporaryDirectory()
    store = try TrainingDataStore(url: directory.database)
    try store.save(comparison)
    try store.save(matching)
  }

  @Test("counts nowhere and is kept")
  func counts() throws {
    #expect(try store.withdraw(id: comparison.id))
    #expect(try !store.withdraw(id: comparison.id) && !store.withdraw(id: UUID()))
    #expect(try store.recordCounts() == RecordCounts(comparisons: 0, matchings: 1, withdrawn: 1))
    #expect(try store.allComparisons().isEmpty)
    var hearing = HearingModel()
    try store.replay(into: &hearing)
    #expect(hearing.profile.discrimination.unison.overallMean == nil)
    #expect(
      try store.wholeResults().map(\.record.isWithdrawn).sorted { !$0 && $1 } == [false, true])
  }

  @Test(
    "is not brought back by a merge, an import or a recovery file, and goes from the other side")
  func merge() async throws {
    let copy = directory.url.appendingPathComponent("copy.sqlite")
    try store.backUp(to: copy)
    let table = try await store.exported(.csv, in: directory)
    let app = try await store.exported(.app, in: directory)
    try store.withdraw(id: comparison.id)
    let contents = try store.contents
    _ = try await HistoryMerge(copy.path, into: store).run()
    #expect(try store.contents == contents)
    _ = try await store.take(table, in: directory)
    #expect(try store.contents == contents)
    _ = try await store.take(app, in: directory)
    #expect(try store.recordCounts() == RecordCounts(comparisons: 0, matchings: 1, withdrawn: 1))
    try RecoveryFile(directory.recoveryPlaces.files[0]).append(
      Data((RecordLine.text(of: RecordedResult(ComparisonRecord(comparison))) + "\n").utf8))
    _ = store.recover(directory.recoveryPlaces)
    #expect(try store.contents == contents)

    let other = try TrainingDataStore(url: copy)
    _ = try await HistoryMerge(store.path, into: other).run()
    #expect(try other.contents == contents)
  }

  @Test("is left out of the app's table, and the export says so")
  func app() async throws {
    try store.withdraw(id: comparison.id)
    let file = directory.url.appendingPathComponent("app.csv")
    let summary = try await HistoryExport(of: store, to: file.path, as: .app).run()
    #expect(summary == ExportSummary(records: RecordCounts([.matching: 1]), withdrawn: 1))
    #expect(try !String(contentsOf: file, encoding: .utf8).contains("pitchDiscrimination"))
  }

  @Test("a reset deletes it, too, after a backup")
  func reset() throws {
    try store.withdraw(id: comparison.id)
    try store.withdraw(id: matching.id)
    let backup = try #require(try store.reset()).backup
    #expect(try store.wholeResults().isEmpty)
    #expect(try TrainingDataStore(url: backup).recordCounts().withdrawn == 2)
  }
}

extension DatabaseMigrator {
  /// What Peach knew before version 2.
  static var versionOne: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    Schema.register(1, "trainingRecords", Schema.createTrainingRecords, in: &migrator)
    return migrator
  }
}

@MainActor
@Suite("A history of version 1")
struct VersionOneTests {
  let directory: TemporaryDirectory
  let id = "01010101-0101-4101-8101-010101010101"

  init() throws {
    directory = try TemporaryDirectory()
    let queue = try DatabaseFile(
      url: directory.database, busyTimeout: 1, migrator: .versionOne
    ).open()
    try queue.write {
      try $0.execute(
        sql: """
          INSERT INTO comparisonRecord VALUES
            (7, '\(id)', 60, 67, -12.5, 1, 'P5', 'scala:mine', 1795255200123);
          INSERT INTO pitchMatchingRecord VALUES
            (3, '\(id)', 60, 57, 41.7, -3.2, 'm3-', 'just', 1795255201123);
          """)
    }
    try queue.close()
  }

  /// The table as SQLite itself would have altered it.
  private func columns(_ queue: DatabaseQueue) throws -> [String] {
    try queue.read {
      try Row.fetchAll($0, sql: "PRAGMA table_xinfo(comparisonRecord)").map { "\($0)" }
    }
  }

  @Test("keeps every value, and what was not known then is null")
  func lossless() throws {
    let store = try TrainingDataStore(url: directory.database)
    let old = "id, referenceNote, targetNote, interval, tuningSystem, timestamp"
    #expect(
      try store.read {
        try Row.fetchAll(
          $0, sql: "SELECT sequence, \(old), centOffset, isCorrect FROM comparisonRecord")
      } == [
        [
          "sequence": 7, "id": id, "referenceNote": 60, "targetNote": 67, "interval": "P5",
          "tuningSystem": "scala:mine", "timestamp": 1_795_255_200_123, "centOffset": -12.5,
          "isCorrect": 1,
        ]
      ])
    let whole = try store.wholeResults()
    #expect(whole.count == 2)
    #expect(whole.allSatisfy { $0.record.context == TrialContext() && !$0.record.isWithdrawn })
    #expect(try store.integrityCheck().isEmpty)
    #expect(try store.pragma("user_version") == "\(Schema.version)")
    try store.save(makeComparison(context: makeContext()))
    #expect(throws: DatabaseError.self) {
      try store.execute("UPDATE comparisonRecord SET heard = 0")
    }
  }

  @Test("has the columns that ALTER TABLE would give it, also if its text is another one")
  func altered() throws {
    let other = try TemporaryDirectory()
    try FileManager.default.copyItem(at: directory.database, to: other.database)
    let foreign = try makeConnection(other.database)
    try foreign.write {
      try $0.execute(
        sql: """
          PRAGMA writable_schema = ON;
          UPDATE sqlite_schema SET sql = replace(sql, 'timestamp INTEGER', 'timestamp  INTEGER');
          """)
    }
    try foreign.close()
    let one = try DatabaseFile(url: directory.database, busyTimeout: 1).open()
    let two = try DatabaseFile(url: other.database, busyTimeout: 1).open()
    #expect(try columns(one) == columns(two))
    #expect(try columns(one).count == 22)
  }

  @Test("is refused by a Peach of version 1 once it is of a later one, and stays as it is")
  func refused() throws {
    try TrainingDataStore(url: directory.database).close()
    let before = try Data(contentsOf: directory.database)
    #expect(throws: DataStoreFault.newerVersion(found: Schema.version, known: 1)) {
      try DatabaseFile(url: directory.database, busyTimeout: 1, migrator: .versionOne).open()
    }
    #expect(try Data(contentsOf: directory.database) == before)
  }

  @Test("is read while another Peach of version 2 brings it up to date")
  func concurrent() throws {
    let reader = try makeConnection(directory.database)
    #expect(
      try reader.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM comparisonRecord") } == 1)
    let store = try TrainingDataStore(url: directory.database)
    try store.save(makeComparison())
    #expect(
      try reader.read {
        try Int.fetchOne($0, sql: "SELECT count(*) FROM comparisonRecord WHERE withdrawn IS NULL")
      } == 2)
  }
}
