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
  context.plan = run.map { _ in "today" }
  context.block = run.map { _ in 2 }
  context.label = run.map { _ in "viola" }
  context.participant = run.map { _ in "07" }
  context.session = run.map { _ in "2" }
  context.condition = run.map { _ in "dry" }
  context.isPractice = run != nil
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
  let comparison: CompletedTrial
  let matching: CompletedTrial

  init() throws {
    directory = try TemporaryDirectory()
    store = try TrainingDataStore(url: directory.database)
    comparison = makeComparison(context: makeContext(run: run.id))
    matching = makePitchMatching(
      at: tenOClock.addingTimeInterval(4), context: makeContext(run: run.id))
    _ = try store.store(
      [
        RecordedResult(comparison), RecordedResult(matching),
      ],
      of: [run])
  }

  @Test("its members have the names, the order and the values of the fields of a record")
  func members() {
    let record = RecordedResult(comparison)
    let members = comparison.context.members
    // Whether it was taken back, its record says.
    let columns = ResultFields.context.filter { $0.name != "withdrawn" }
    #expect(members.map(\.name) == columns.map(\.name))
    #expect(members.map(\.value) == columns.compactMap { $0.value(record) })
    #expect(TrialContext().members.isEmpty)
  }

  @Test("it is stored and read with the result")
  func stored() throws {
    let whole = try store.wholeResults()
    #expect(whole.map(\.context) == [comparison.context, matching.context])
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
    #expect(try store.wholeResults().first?.context == comparison.context)
    let summary = try await HistoryMerge(store.path, into: other).run()
    #expect(summary.comparison == TrainingCounts(present: 1))
    #expect(try other.contents == store.contents)
  }

  @Test("a result of a content that the database refuses names the column")
  func unreadable() throws {
    try store.execute(
      "PRAGMA ignore_check_constraints = ON; UPDATE result SET heard = 0 WHERE sequence = 1")
    let row = UnreadableRow(table: "result", sequence: 1, column: "heard")
    #expect(throws: DataStoreError.fetchFailed(.unreadable(row))) { try store.wholeResults() }
    #expect(throws: DataStoreError.fetchFailed(.unreadable(row))) { try store.hearing() }
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
  ) -> CompletedTrial {
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
      lived.add(comparison)
      lived.add(matching)
    }
    let rebuilt = try store.hearing()
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
    let hearing = try store.hearing()
    #expect(hearing.profile.discrimination.unison.overallMean == nil)
    #expect(
      try store.wholeResults().map(\.isWithdrawn).sorted { !$0 && $1 } == [false, true])
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
      Data((RecordLine.text(of: RecordedResult(comparison)) + "\n").utf8))
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
