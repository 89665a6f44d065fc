import Foundation
import History
import Music
import TestSupport
import Testing
import Training

@testable import Charts
@testable import Console
@testable import PeachApp

@Suite("The history that is read beside the screens")
@MainActor
struct StartHistoryTests {
  private let home: Home
  private let history: TrainingHistory
  private let beside: StartHistory
  private let clock = ManualClock()
  private let told = Telling()

  /// How often a long wait was told.
  private final class Telling {
    var count = 0
  }

  private let unison = ScreenAction.train(TrainingChoice(.comparison, .unison))

  init() throws {
    home = try Home()
    history = TrainingHistory(
      laterAt: home.history.path,
      places: RecoveryPlaces(
        database: home.history, environment: ["XDG_STATE_HOME": home.directory.path]))
    let screens = StartScreens(
      on: LineBoard(output: TextRecorder()), StageStatus(glyphs: .unicode), glyphs: .unicode,
      isPlain: true, facts: { StartFixture.facts() }, make: { _ in TextScreen(["a text"]) })
    screens.begin(last: nil, closing: nil)
    let told = told
    beside = StartHistory(
      history, on: screens, isThere: { true }, clock: clock, onLongWait: { told.count += 1 })
  }

  @Test("what needs the history follows when it is there; the rest, and what comes later, at once")
  func waiting() async throws {
    var actions: [ScreenAction] = []
    beside.onAction = { actions.append($0) }
    #expect(!beside.isFirstRun)
    beside.begin()
    #expect(beside.request(unison) == nil)
    #expect(beside.request(.open(.settings)) == .open(.settings))
    try await wait(for: "the training") { actions == [unison] }
    #expect(history.extent == .hearing && beside.isFirstRun)
    #expect(beside.request(unison) == unison)
    history.close()
  }

  @Test("what was chosen does not follow if the user does something else, or is not there any more")
  func cancelled() async throws {
    var actions: [ScreenAction] = []
    var changes = 0
    beside.onAction = { actions.append($0) }
    beside.onChange = { changes += 1 }
    beside.begin()
    #expect(beside.request(unison) == nil)
    #expect(beside.keyHasCome() && !beside.keyHasCome())
    await history.reach(.records)
    #expect(changes == 1)
    #expect(beside.request(unison) == nil)
    beside.end()
    await history.reach(.hearing)
    #expect(history.extent == .hearing && actions.isEmpty && changes == 1)
    history.close()
  }

  @Test("a history that cannot be opened is told once")
  func fault() async throws {
    try home.write(String(repeating: "text ", count: 200), to: home.history)
    var faults: [Fault] = []
    beside.onFault = { faults.append($0) }
    beside.begin()
    try await wait(for: "the reason") { faults.count == 1 }
    beside.begin()
    await settle()
    #expect(faults.count == 1 && history.extent == .nothing)
  }

  @Test("another listener's history takes the place of the first, which no longer counts")
  func change() async throws {
    let other = otherHistory
    var actions: [ScreenAction] = []
    beside.onAction = { actions.append($0) }
    beside.begin()
    #expect(beside.request(unison) == nil)
    history.close()
    beside.change(to: other)
    #expect(beside.last == nil)
    await other.reach(.hearing)
    await settle()
    #expect(other.extent == .hearing && actions.isEmpty)
    #expect(beside.request(unison) == unison)
    other.close()
  }

  private var otherHistory: TrainingHistory {
    let file = home.directory.appendingPathComponent("data/peach/listeners/anna/training.sqlite")
    return TrainingHistory(
      laterAt: file.path,
      places: RecoveryPlaces(
        database: file, environment: ["XDG_STATE_HOME": home.directory.path]))
  }

  @Test(
    "what is chosen while another listener's history is opened is meant for that one",
    arguments: [false, true])
  func choiceDuringChange(isRead: Bool) async throws {
    var actions: [ScreenAction] = []
    beside.onAction = { actions.append($0) }
    beside.begin()
    await history.reach(.hearing)
    beside.beginChange()
    #expect(beside.request(unison) == nil)
    let other = otherHistory
    if isRead { try await other.open() }
    #expect(actions.isEmpty)
    history.close()
    beside.change(to: other)
    try await wait(for: "the training") { actions == [unison] }
    #expect(other.extent == .hearing)
    other.close()
  }

  @Test(
    "while another listener's history is opened, everything but the level and the end waits for it")
  func settingsDuringChange() async throws {
    var actions: [ScreenAction] = []
    beside.onAction = { actions.append($0) }
    beside.begin()
    await history.reach(.hearing)
    beside.beginChange()
    #expect(beside.request(.changeLevel(.by(-1))) == .changeLevel(.by(-1)))
    #expect(beside.request(.quit) == .quit)
    #expect(beside.request(.chooseListener(nil)) == .chooseListener(nil))
    #expect(beside.request(.hearIntervals([.prime])) == nil)
    #expect(beside.request(.open(.settings)) == nil)
    history.close()
    let other = otherHistory
    beside.change(to: other)
    #expect(actions == [.open(.settings)], "the settings need not be waited for any longer")
    await other.reach(.hearing)
    other.close()
  }

  @Test("what becomes known of the former history meanwhile selects nothing")
  func lastChoiceDuringChange() async throws {
    let comparison = CompletedTrial(
      id: UUID(),
      comparison: Challenge(referenceNote: MIDINote(60), interval: .prime, centOffset: 12),
      answeredHigher: true, tuningSystem: .equalTemperament, timestamp: Date())
    let store = try TrainingDataStore(url: home.history)
    try store.save(comparison)
    store.close()
    beside.begin()
    beside.beginChange()
    await history.reach(.hearing)
    #expect(beside.last == nil)
    history.close()
  }

  @Test("after the end no other history is read, and nothing is made that nobody ends")
  func changeAfterEnd() async throws {
    var firstRuns = 0
    beside.makeFirstRun = {
      firstRuns += 1
      return nil
    }
    beside.begin()
    beside.beginChange()
    beside.end()
    history.close()
    let other = otherHistory
    beside.change(to: other)
    await settle()
    #expect(other.extent == .nothing && firstRuns == 0)
    // The screens are shown again: now it is read.
    beside.begin()
    await other.reach(.hearing)
    #expect(other.extent == .hearing)
    other.close()
  }

  @Test("that another listener's history takes long is told, also if nothing was chosen")
  func longChange() async throws {
    beside.beginChange()
    try await wait(for: "the wait") { clock.sleeperCount == 1 }
    clock.advance(by: LongWait.patience)
    try await wait(for: "the message") { told.count == 1 }
    beside.cancelChange()
    beside.beginChange()
    try await wait(for: "the next wait") { clock.sleeperCount == 1 }
    beside.cancelChange()
    clock.advance(by: .seconds(1))
    await settle()
    #expect(told.count == 1)
  }

  @Test("what was chosen for a history that cannot be opened does not follow in the one that stays")
  func cancelledChange() async throws {
    var actions: [ScreenAction] = []
    beside.onAction = { actions.append($0) }
    beside.begin()
    await history.reach(.hearing)
    beside.beginChange()
    #expect(beside.request(unison) == nil)
    beside.cancelChange()
    await settle()
    #expect(actions.isEmpty && beside.request(unison) == unison)
    history.close()
  }
}
