import Foundation
import Music
import Testing
import Training

@testable import History

@MainActor
@Suite("The store keeps what it is given")
struct TrainingDataStoreTests {
  let store: TrainingDataStore

  init() throws { store = try .inMemory() }

  @Test("little is kept in memory if that is asked for, and everything still works")
  func littleMemory() throws {
    let directory = try TemporaryDirectory()
    let store = try TrainingDataStore(url: directory.database)
    for _ in 0..<3 { try store.save(makeComparison()) }
    store.keepLittleInMemory()
    #expect(try store.pragma("cache_size") == "\(TrainingDataStore.fewPages)")
    for _ in 0..<300 { try store.save(makeComparison()) }
    #expect(try store.comparisonCount() == 303)
    #expect(try store.integrityCheck().isEmpty)
    store.close()
    store.keepLittleInMemory()
  }

  @Test("the last answer is the newest of all trainings that counts, in a run or not")
  func lastTime() throws {
    func seconds() throws -> Double? {
      try store.lastTime()?.timeIntervalSince(tenOClock).rounded()
    }
    #expect(try seconds() == nil)
    try store.save(makeComparison(at: tenOClock + 1))
    try store.save(makePurity(at: tenOClock + 2))
    let last = makePitchMatching(at: tenOClock + 3)
    try store.save(last)
    #expect(try seconds() == 3)
    try store.withdraw(id: last.id)
    #expect(try seconds() == 2)
  }

  @Test("the times of the last answers are those of runs of training, the last one first")
  func lastTimes() throws {
    var inRun = TrialContext()
    inRun.run = UUID()
    for seconds in [30.0, 10, 20] {
      try store.save(makeComparison(at: tenOClock + seconds, context: inRun))
    }
    // Imported, taken back, of another training.
    try store.save(makeComparison(at: tenOClock + 40))
    let withdrawn = makeComparison(at: tenOClock + 50, context: inRun)
    try store.save(withdrawn)
    try store.withdraw(id: withdrawn.id)
    try store.save(makePitchMatching(at: tenOClock + 60, context: inRun))
    func seconds(_ count: Int) throws -> [Double] {
      try store.lastTimes(count: count)[.comparison, default: []]
        .map { $0.timeIntervalSince(tenOClock).rounded() }
    }
    #expect(try seconds(10) == [30, 20, 10])
    #expect(try seconds(2) == [30, 20])
    #expect(try store.lastTimes(count: 10)[.matching]?.count == 1)
  }

  @Test("the answers of a local day are counted, by skill and by block of the plan of the day")
  func answersOfDay() throws {
    var days = LocalDays()
    let today = days.number(of: tenOClock)
    var inPlan = TrialContext()
    (inPlan.plan, inPlan.block) = (Plan.nameOfDay, Block.Part.focus.number)
    for index in 0..<20 {
      try store.save(makeComparison(at: tenOClock + Double(index), context: inPlan))
    }
    for days in [-86_400.0, 86_400] {
      try store.save(makeComparison(at: tenOClock + days, context: inPlan))
    }
    var block = Block(.comparison, .trials(20))
    (block.part, block.settings["intervals"]) = (.focus, "P1")
    func plan(_ trials: Int) -> Plan {
      block.length = .trials(trials)
      return Plan(name: Plan.nameOfDay, title: PlanText(""), blocks: [block])
    }
    let answers = try store.answers(on: today)
    #expect(answers.day == today && answers.hasDone(plan(20)) && !answers.hasDone(plan(21)))
    #expect(answers.isPlenty(of: .comparison, at: [.prime], in: plan(6)))
    #expect(!answers.isPlenty(of: .comparison, at: [.prime], in: plan(7)))
    #expect(try !store.answers(on: today - 2).hasDone(plan(1)))
  }

  @Test("a comparison comes back as it was")
  func comparisonRoundTrip() throws {
    let completed = makeComparison(
      interval: DirectedInterval(.perfectFifth), centOffset: 0.123_456_789,
      tuning: .justIntonation)
    try store.save(completed)

    let record = try #require(try store.allComparisons().first)
    #expect(record == RecordedResult(completed))
    #expect(record.referenceNote == MIDINote(60))
    #expect(record.targetNote == MIDINote(67))
    #expect(record.measures.centOffset?.rawValue == 0.123_456_789)
    #expect(record.tuningSystem == "just")
    #expect(CompletedTrial(record) == completed)
  }

  @Test("a pitch matching comes back as it was")
  func pitchMatchingRoundTrip() throws {
    let completed = makePitchMatching(
      interval: DirectedInterval(.majorThird, .down), error: Cents(1.0 / 3),
      tuning: .quarterCommaMeantone)
    try store.save(completed)

    let record = try #require(try store.allPitchMatchings().first)
    #expect(record == RecordedResult(completed))
    #expect(record.targetNote == MIDINote(56))
    #expect(record.measures.initialCentOffset?.rawValue == 41.7)
    #expect(record.measures.userCentError?.rawValue == 1.0 / 3)
    #expect(CompletedTrial(record) == completed)
  }

  @Test("the answer follows from the offset and whether it was right", arguments: [-8.0, 0, 8])
  func answers(offset: Double) throws {
    for answeredHigher in [true, false] {
      let completed = makeComparison(centOffset: Cents(offset), answeredHigher: answeredHigher)
      #expect(CompletedTrial(RecordedResult(completed)) == completed)
    }
  }

  @Test("the two trainings are counted apart")
  func counts() throws {
    try store.save(makeComparison())
    try store.save(makeComparison())
    try store.save(makePitchMatching())
    #expect(try store.comparisonCount() == 2)
    #expect(try store.pitchMatchingCount() == 1)
  }

  @Test("an id is stored once, and the first record stays")
  func duplicateID() throws {
    let first = makeComparison(note: 60)
    try store.save(first)
    #expect(throws: DataStoreError.saveFailed(.alreadyStored)) {
      try store.save(makeComparison(id: first.id, note: 61))
    }
    #expect(try store.allComparisons() == [RecordedResult(first)])
  }

  @Test("a result that the database refuses is not stored, and says so")
  func refusedResult() throws {
    let failure = #expect(throws: DataStoreError.self) {
      try store.save(makeComparison(centOffset: 1201))
    }
    guard case .saveFailed(.rejected) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(throws: DataStoreError.self) { try store.save(makePitchMatching(error: Cents(.nan))) }
    #expect(throws: DataStoreError.self) {
      try store.save(makePitchMatching(error: Cents(.infinity)))
    }
    #expect(try store.comparisonCount() == 0)
    #expect(try store.pitchMatchingCount() == 0)
  }
}
