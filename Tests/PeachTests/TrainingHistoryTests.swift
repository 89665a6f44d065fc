import Foundation
import GRDB
import History
import Music
import TestSupport
import Testing
import Training

@testable import Console
@testable import PeachApp
@testable import Program

@MainActor
@Suite("The records and what follows from them")
struct TrainingHistoryTests {
  private let home: Home

  init() throws { home = try Home() }

  private var unopened: TrainingHistory {
    TrainingHistory(
      home.history.path,
      places: RecoveryPaths(
        database: home.history, environment: ["XDG_STATE_HOME": home.directory.path]))
  }

  private func makeContext(_ messages: TextRecorder = TextRecorder()) throws -> CommandContext {
    CommandContext(
      try GlobalOptions.parse([]),
      surroundings: Surroundings(
        environment: home.environment, output: TextRecorder(), messages: messages,
        input: GivenInput()))
  }

  private func makeHistory() async throws -> TrainingHistory {
    let history = unopened
    try await history.open()
    return history
  }

  /// Returns the last result.
  @discardableResult
  private func train(_ history: TrainingHistory) async -> CompletedTrial {
    let comparison = CompletedTrial(
      id: UUID(),
      comparison: Challenge(referenceNote: MIDINote(60), interval: .prime, centOffset: 12),
      answeredHigher: true, tuningSystem: .equalTemperament, timestamp: Date())
    await store(comparison, in: history)
    let matching = CompletedTrial(
      id: UUID(),
      challenge: Challenge(
        referenceNote: MIDINote(60), interval: .prime, centOffset: 41),
      userCentError: -3, tuningSystem: .equalTemperament, timestamp: Date())
    await store(matching, in: history)
    return matching
  }

  private func store(_ result: CompletedTrial, in history: TrainingHistory) async {
    await withCheckedContinuation { continuation in
      history.receive(result) { continuation.resume() }
    }
  }

  private func withdraw(_ result: CompletedTrial, in history: TrainingHistory) async -> Bool {
    await withCheckedContinuation { continuation in
      history.withdraw(result) { continuation.resume(returning: $0) }
    }
  }

  /// Waits for a reset that is possible.
  private func reset(_ history: TrainingHistory) async -> RecordCounts? {
    await withCheckedContinuation { continuation in
      history.reset { continuation.resume(returning: $0?.deleted) }
    }
  }

  private func counts(_ history: TrainingHistory) -> [Int] {
    let hearing = history.hearing
    return [
      hearing.profile.discrimination[.unison].count, hearing.profile.matching[.unison].count,
      hearing.timeline.days(of: .unison).count, hearing.unison.melodic.count,
      hearing.diary.errors.melodic.unison.count,
    ]
  }

  @Test("a row that is no record does not count: training says so and goes on, a reader refuses it")
  func unreadableRow() async throws {
    let history = try await makeHistory()
    for _ in 0..<3 { await train(history) }
    history.close()
    try await DatabaseQueue(path: home.history.path).write {
      try $0.execute(
        sql: """
          PRAGMA ignore_check_constraints = ON;
          UPDATE result SET targetNote = 99 WHERE sequence = 3
          """)
    }
    let again = try await makeHistory()
    var notices: [Notice] = []
    again.onNotice = { notices.append($0) }
    let row = UnreadableRow(table: "result", sequence: 3, column: "targetNote")
    #expect(notices == [.rowsUnreadable(count: 1, first: row)])
    #expect(counts(again).first == 2)
    await train(again)
    again.close()
    let context = try makeContext()
    let fault = #expect(throws: Fault.self) { try context.readHistory() }
    #expect(fault?.status == .badData)
    #expect(
      fault?.message.contains("row 3 of the table result (column targetNote)") == true)
  }

  @Test("results that wait count for a training, which stores them; a reader only says so")
  func waitingResults() async throws {
    let history = try await makeHistory()
    await train(history)
    let hold = try HistoryHold(home.history)
    await train(history)
    history.close()
    try hold.release()
    let file = home.history.path + ".recovery.jsonl"
    let waiting = try Data(contentsOf: URL(fileURLWithPath: file))
    let messages = TextRecorder()
    #expect(try makeContext(messages).readHistory().hearing.unison.melodic.count == 1)
    #expect(messages.text.contains(Notice.recoveryWaiting(count: 2, path: file).message))
    var notices: [Notice] = []
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == waiting)
    let again = try await makeHistory()
    again.onNotice = { notices.append($0) }
    #expect(notices.last == .recovered(count: 2, path: file))
    #expect(counts(again).first == 2)
    #expect(!FileManager.default.fileExists(atPath: file))
    again.close()
  }

  @Test("a reset clears records, profile, trends, timeline and diary in one step, after a backup")
  func reset() async throws {
    let history = try await makeHistory()
    for _ in 0..<20 { await train(history) }
    #expect(counts(history) == [20, 20, 1, 20, 20])
    #expect(history.hearing.trends.discrimination[.unison].trend != nil)
    _ = await reset(history)
    #expect(counts(history) == [0, 0, 0, 0, 0])
    #expect(history.counts?.isEmpty == true)
    #expect(history.hearing.trends.discrimination[.unison].trend == nil)
    history.close()
    #expect(counts(try await makeHistory()) == [0, 0, 0, 0, 0])
    let names = try FileManager.default.contentsOfDirectory(
      atPath: home.history.deletingLastPathComponent().path)
    #expect(names.count { $0.contains("before-reset") } == 1)
  }

  @Test("people are told of the first change alone, and the others count as well")
  func changedAgain() async throws {
    let history = try await makeHistory()
    history.reportsEveryChange = false
    var notices: [Notice] = []
    history.onNotice = { notices.append($0) }
    let other = try await makeHistory()
    for count in 1...3 {
      await train(other)
      try await readChanges(history) { counts(history)[0] == count }
      #expect(notices.map(\.code) == [.historyChanged])
    }
  }

  /// Lets what has been deleted, withdrawn or added among older results be read in the background.
  private func readChanges(
    _ history: TrainingHistory, until isRead: () -> Bool
  ) async throws {
    try await wait(for: "changes by another Peach") {
      history.refresh()
      return isRead()
    }
  }

  @Test(
    "what another Peach stores counts at once, what it deletes when it was read; each is said once")
  func changedElsewhere() async throws {
    let history = try await makeHistory()
    var notices: [Notice] = []
    history.onNotice = { notices.append($0) }
    for _ in 0..<3 { await train(history) }
    history.refresh()
    #expect(notices.isEmpty && counts(history) == [3, 3, 1, 3, 3])

    let other = try await makeHistory()
    await train(other)
    try await readChanges(history) { counts(history) == [4, 4, 1, 4, 4] }
    #expect(notices.map(\.code) == ["historyChanged"])
    #expect(notices[0].members.map(\.value) == [4, 4, 0, 0, 0, 0, 0].map { .int($0) })
    history.refresh()
    #expect(notices.count == 1)

    #expect(await reset(other)?[.comparison] == 4)
    try await readChanges(history) { notices.count == 2 }
    #expect(counts(history) == [0, 0, 0, 0, 0])
    await train(history)
    #expect(counts(history) == [1, 1, 1, 1, 1])
    history.refresh()
    #expect(notices.count == 2)
  }

  /// Changes a result that is older than all others.
  private func changeOldest() throws {
    try SQLiteShell.execute(
      "UPDATE result SET withdrawn = 1 WHERE sequence = 1", in: home.history)
  }

  @Test("what comes in while changes are read counts on top of them, and can be taken back")
  func resultsWhileReading() async throws {
    let history = try await makeHistory()
    await train(history)
    try changeOldest()
    history.refresh()
    let last = await train(history)
    #expect(counts(history) == [2, 2, 1, 2, 2])
    try await readChanges(history) { counts(history) == [1, 2, 1, 1, 2] }
    #expect(await withdraw(last, in: history))
    #expect(counts(history) == [1, 1, 1, 1, 1])
    history.close()
    #expect(counts(try await makeHistory()) == [1, 1, 1, 1, 1])
  }

  @Test("an answer that is taken back while changes are read does not come back with them")
  func withdrawalWhileReading() async throws {
    let history = try await makeHistory()
    await train(history)
    let last = await train(history)
    try changeOldest()
    history.refresh()
    #expect(await withdraw(last, in: history))
    #expect(counts(history) == [2, 1, 1, 2, 1])
    try await readChanges(history) { counts(history) == [1, 1, 1, 1, 1] }
    history.refresh()
    #expect(counts(history) == [1, 1, 1, 1, 1])
  }

  @Test("a change that cannot be read at once is not forgotten")
  func changesReadLater() async throws {
    let history = try await makeHistory()
    await train(history)
    history.close()
    let store = try TrainingDataStore(url: home.history)
    _ = try store.hasChangedElsewhere()
    let recorder = HistoryRecorder(
      store: store,
      places: RecoveryPaths(
        database: home.history, environment: ["XDG_STATE_HOME": home.directory.path])
    ) { _ in }
    let changes = HistoryChanges(of: recorder, since: try store.mark())
    try changeOldest()
    var (holdsAll, isRead) = (false, false)
    func look() async throws {
      changes.look(holdsAll: { holdsAll }, found: { if case .beingRead = $0 { isRead = true } })
      for _ in 0..<2 {
        await withCheckedContinuation { look in
          recorder.read { _ in
          } then: {
            look.resume()
          }
        }
      }
    }
    try await look()
    #expect(!isRead)
    #expect(try !store.hasChangedElsewhere(), "nothing else tells of a change any more")
    holdsAll = true
    try await look()
    #expect(isRead)
    var found: (history: ReadHistory, isNews: Bool)?
    try await wait(for: "the reading") {
      found = changes.receive()
      return found != nil
    }
    #expect(found?.history.counts[.comparison] == 0 && found?.isNews == true)
    changes.forget(upTo: nil)
    store.close()
  }

  @Test(
    "while nothing is trained, changes are there as soon as they are read; in a training, at a trial"
  )
  func changesAtRest() async throws {
    let history = try await makeHistory()
    await train(history)
    await train(history)
    var tellings = 0
    history.onExtent = { tellings += 1 }
    try changeOldest()
    history.refreshAtRest()
    try await wait(for: "the change") { counts(history) == [1, 2, 1, 1, 2] }
    #expect(tellings > 0 && history.counts?.withdrawn == 1)
    tellings = 0
    try SQLiteShell.execute("UPDATE result SET withdrawn = 1 WHERE sequence = 2", in: home.history)
    history.refresh()
    await settle()
    #expect(counts(history) == [1, 2, 1, 1, 2] && tellings == 0)
    try await readChanges(history) { counts(history) == [1, 1, 1, 1, 1] }
  }

  @Test("the plan of the day is made once, and anew if older records or the settings have changed")
  func plan() async throws {
    let before = try await makeHistory()
    for _ in 0..<12 {
      let comparison = CompletedTrial(
        id: UUID(),
        comparison: Challenge(referenceNote: MIDINote(60), interval: .prime, centOffset: 12),
        answeredHigher: true, tuningSystem: .equalTemperament,
        timestamp: Date(timeIntervalSinceNow: -86_400))
      await store(comparison, in: before)
    }
    before.close()
    let history = unopened
    var settings = CoachSettings()
    #expect(history.planOfDay.plan(settings) == nil && history.day == nil)
    try await history.open()
    history.refreshAtRest()
    func plan() async throws -> Plan? {
      _ = history.planOfDay.plan(settings)
      try await wait(for: "the plan") { history.planOfDay.plan(settings) != nil }
      return history.planOfDay.plan(settings)
    }
    let first = try await plan()
    #expect(first?.blocks.count == 2 && first?.blocks[0].reason?.answers == 12)
    // What is trained today does not change it, but counts.
    await train(history)
    #expect(history.planOfDay.plan(settings) == first && history.last?.choice.training == .matching)
    let day = try #require(history.day)
    #expect(day.answers.isPlenty(of: .comparison, at: [.prime], in: day.plan) == false)
    settings.minutes = 20
    #expect(history.planOfDay.plan(settings) == nil)
    let longer = try await plan()
    #expect(longer != first)
    try SQLiteShell.execute("UPDATE result SET withdrawn = 1 WHERE sequence < 3", in: home.history)
    history.refreshAtRest()
    try await wait(for: "the new plan") {
      history.planOfDay.plan(settings)?.blocks[0].reason?.answers == 10
    }
    history.close()
  }

  @Test("changes that can no longer be read leave everything as it was")
  func lostChanges() async throws {
    let history = try await makeHistory()
    await train(history)
    let other = try await makeHistory()
    history.close()
    await train(other)
    history.refresh()
    #expect(counts(history) == [1, 1, 1, 1, 1])
  }

  @Test("what is rebuilt from the records is what was there")
  func rebuilt() async throws {
    let history = try await makeHistory()
    for _ in 0..<5 { await train(history) }
    history.close()
    let rebuilt = try await makeHistory()
    #expect(counts(rebuilt) == [5, 5, 1, 5, 5])
    #expect(rebuilt.hearing.unison.melodic.level == history.hearing.unison.melodic.level)
    #expect(rebuilt.hearing.diary.errors == history.hearing.diary.errors)
    #expect(rebuilt.hearing.diary.activeDays == history.hearing.diary.activeDays)
    rebuilt.close()
  }

  @Test("a history that is opened later is empty until then, and then what it was")
  func later() async throws {
    let history = try await makeHistory()
    for _ in 0..<5 { await train(history) }
    history.close()
    let later = unopened
    var extents: [TrainingHistory.Extent] = []
    later.onExtent = { [weak later] in
      if let later { extents.append(later.extent) }
    }
    #expect(later.extent == .nothing && later.counts == nil && later.last == nil)
    #expect(counts(later) == [0, 0, 0, 0, 0])
    later.refresh()
    var isStored = false
    later.retry { isStored = $0 }
    #expect(isStored)
    try await later.open()
    #expect(extents == [.records, .hearing])
    #expect(counts(later) == [5, 5, 1, 5, 5])
    #expect(later.hearing.unison.melodic.level == history.hearing.unison.melodic.level)
    await train(later)
    later.close()
    #expect(counts(try await makeHistory()) == [6, 6, 1, 6, 6])
  }

  @Test(
    "a training can begin with what it needs, and what comes in meanwhile counts once",
    arguments: [HearingNeed.comparisons([.unison], .melodic), .matchings], [false, true])
  func beginning(need: HearingNeed, isTakenBack: Bool) async throws {
    let history = try await makeHistory()
    for _ in 0..<5 { await train(history) }
    history.close()
    let later = unopened
    var extents: [TrainingHistory.Extent] = []
    later.onExtent = { [weak later] in
      if let later { extents.append(later.extent) }
    }
    let training = Task {
      await later.reach(.training)
      if need == .matchings {
        #expect(later.hearing.matchings.unison.melodic.count == 5)
      } else {
        #expect(later.hearing.unison.melodic.level == history.hearing.unison.melodic.level)
      }
      let last = await train(later)
      if isTakenBack { #expect(await withdraw(last, in: later)) }
    }
    try await later.open(for: need)
    await training.value
    #expect(extents == [.records, .training, .hearing])
    #expect(counts(later) == (isTakenBack ? [6, 5, 1, 6, 5] : [6, 6, 1, 6, 6]))
    if !isTakenBack {
      let last = await train(later)
      #expect(await withdraw(last, in: later))
    }
    later.close()
    let rebuilt = try await makeHistory()
    #expect(counts(rebuilt) == counts(later))
    #expect(rebuilt.hearing.unison.melodic.level == later.hearing.unison.melodic.level)
    #expect(rebuilt.hearing.diary.errors == later.hearing.diary.errors)
    rebuilt.close()
  }

  @Test(
    "what was known before a session is what all records lead to, also if they are read later",
    arguments: [TrainingHistory.Extent.nothing, .training])
  func before(extent: TrainingHistory.Extent) async throws {
    let history = try await makeHistory()
    for _ in 0..<8 { await train(history) }
    history.close()
    let later = unopened
    let training = Task {
      await later.reach(extent)
      later.beginRun()
      await later.reach(.training)
      later.refresh()
      await train(later)
    }
    try await later.open(for: .comparisons([.unison], .melodic))
    await training.value
    let before = later.hearingBefore
    #expect(before.unison.melodic.count == 8 && before.diary.errors.melodic.unison.count == 8)
    #expect(before.unison.melodic.level == history.hearing.unison.melodic.level)
    #expect(counts(later) == [9, 9, 1, 9, 9])
    later.beginRun()
    #expect(later.hearingBefore.unison.melodic.count == 9)
    later.close()
  }

  @Test("a history that is still being read is not reset, and says why")
  func resetTooEarly() {
    let later = unopened
    var told: [Notice] = []
    later.onNotice = { told.append($0) }
    later.reset { _ in Issue.record("nothing is there") }
    #expect(told == [.resetFailed(reason: "the history is still being read")])
  }

  @Test("a history that cannot be opened later is the same fault; after the end it is none")
  func laterFault() async throws {
    try home.write(String(repeating: "text ", count: 200), to: home.history)
    let expected = await #expect(throws: Fault.self) { try await makeHistory() }
    let fault = await #expect(throws: Fault.self) { try await unopened.open() }
    #expect(fault != nil && fault == expected)
    let ended = unopened
    ended.close()
    try await ended.open()
    #expect(ended.extent == .nothing)
  }

  @Test("results that wait and rows that are no records are told when the history is opened later")
  func laterNotices() async throws {
    let history = try await makeHistory()
    for _ in 0..<3 { await train(history) }
    let hold = try HistoryHold(home.history)
    await train(history)
    history.close()
    try hold.release()
    try await DatabaseQueue(path: home.history.path).write {
      try $0.execute(
        sql: """
          PRAGMA ignore_check_constraints = ON;
          UPDATE result SET targetNote = 99 WHERE sequence = 3
          """)
    }
    let later = unopened
    var notices: [Notice] = []
    later.onNotice = { notices.append($0) }
    try await later.open()
    let row = UnreadableRow(table: "result", sequence: 3, column: "targetNote")
    #expect(
      notices == [
        .recovered(count: 2, path: home.history.path + ".recovery.jsonl"),
        .rowsUnreadable(count: 1, first: row),
      ])
    #expect(counts(later).first == 3)
    later.close()
  }

  @Test("a reset that cannot be clears nothing and says why")
  func failedReset() async throws {
    let history = try await makeHistory()
    var told: [Notice] = []
    history.onNotice = { told.append($0) }
    await train(history)
    history.close()
    history.reset { _ in Issue.record("it is closed") }
    #expect(counts(history) == [1, 1, 1, 1, 1])
    #expect(told == [.resetFailed(reason: "the history is still being read")])
  }

  @Test("a reset stops where results wait that cannot be taken in: they would come back")
  func resetWithHeldRecovery() async throws {
    let history = try await makeHistory()
    await train(history)
    var told: [Notice] = []
    history.onNotice = { told.append($0) }
    let path = home.history.path + ".recovery.jsonl"
    try home.write("", to: URL(fileURLWithPath: path))
    let descriptor = open(path, O_RDONLY)
    defer { close(descriptor) }
    #expect(flock(descriptor, LOCK_EX) == 0)
    history.reset { _ in Issue.record("they would come back") }
    try await wait(for: "the reason") { told.count == 2 }
    #expect(counts(history) == [1, 1, 1, 1, 1])
    let reason = "another program has locked it"
    #expect(
      told == [.recoveryFailed(path: path, reason: reason), .resetFailed(reason: reason)])
    history.close()
    #expect(counts(try await makeHistory()) == [1, 1, 1, 1, 1])
  }

  @Test("an answer that is taken back is forgotten by the profile and by the next start, for good")
  func withdrawal() async throws {
    let history = try await makeHistory()
    await train(history)
    let before = counts(history)
    let last = CompletedTrial(
      id: UUID(),
      comparison: Challenge(referenceNote: MIDINote(62), interval: .prime, centOffset: 9),
      answeredHigher: false, tuningSystem: .equalTemperament, timestamp: Date())
    await store(last, in: history)
    #expect(counts(history) != before)
    #expect(await withdraw(last, in: history))
    #expect(counts(history) == before)
    #expect(await !withdraw(last, in: history))
    history.close()
    #expect(counts(try await makeHistory()) == before)
  }

  @Test("taking an answer back forgets nothing that another Peach has stored since")
  func withdrawalAfterChange() async throws {
    let history = try await makeHistory()
    let last = CompletedTrial(
      id: UUID(),
      comparison: Challenge(referenceNote: MIDINote(62), interval: .prime, centOffset: 9),
      answeredHigher: false, tuningSystem: .equalTemperament, timestamp: Date())
    await store(last, in: history)
    let other = try await makeHistory()
    await train(other)
    try await readChanges(history) { counts(history) == [2, 1, 1, 2, 1] }
    #expect(await withdraw(last, in: history))
    #expect(counts(history) == [1, 1, 1, 1, 1])
  }
}
