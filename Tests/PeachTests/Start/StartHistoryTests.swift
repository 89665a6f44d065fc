import Foundation
import History
import Music
import TestSupport
import Testing
import Training

@testable import Charts
@testable import Client
@testable import Console
@testable import PeachApp
@testable import Program

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
      home.history.path,
      places: RecoveryPaths(
        database: home.history, environment: ["XDG_STATE_HOME": home.directory.path]))
    let screens = StartScreens(
      on: LineBoard(output: TextRecorder()), StageStatus(glyphs: .unicode), glyphs: .unicode,
      isPlain: true, facts: { StartFixture.facts() }, make: { _ in TextScreen(["a text"]) })
    screens.begin(last: nil, closing: nil)
    let told = told
    beside = StartHistory(
      history, on: screens, coach: { CoachSettings() }, isThere: { true }, clock: clock,
      onLongWait: { told.count += 1 })
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
    // The records have been read, and the rest has not.
    beside.onChange = { [beside, unison] in
      changes += 1
      #expect(beside.request(unison) == nil)
      beside.end()
    }
    beside.begin()
    #expect(beside.request(unison) == nil)
    #expect(beside.keyHasCome() && !beside.keyHasCome())
    await history.reach(.hearing)
    #expect(history.extent == .hearing && actions.isEmpty && changes == 1)
    history.close()
  }

  @Test("the plan of the day is chosen as soon as it is known; only what was trained today counts")
  func today() async throws {
    var actions: [ScreenAction] = []
    beside.onAction = { actions.append($0) }
    history.refreshAtRest()
    beside.begin()
    #expect(beside.plan == nil && beside.request(.today) == nil)
    try await wait(for: "the plan") { actions == [.today] }
    #expect(beside.plan?.blocks.map(\.length) == [.trials(40)])
    #expect(beside.request(.today) == .today && beside.selected == nil)
    let choice = TrainingChoice(.matching, .unison)
    beside.last = (choice, Date())
    #expect(beside.selected == choice)
    beside.last = (choice, Date(timeIntervalSinceNow: -86_400))
    #expect(beside.selected == nil)
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
    let file = home.directory.appendingPathComponent("data/peach/listeners/anna/training.sqlite")
    let other = TrainingHistory(
      file.path,
      places: RecoveryPaths(
        database: file, environment: ["XDG_STATE_HOME": home.directory.path]))
    var actions: [ScreenAction] = []
    beside.onAction = { actions.append($0) }
    beside.begin()
    #expect(beside.request(unison) == nil)
    beside.end()
    history.close()
    beside.change(to: other)
    #expect(other.extent == .nothing)
    beside.begin()
    await other.reach(.hearing)
    await settle()
    #expect(other.extent == .hearing && actions.isEmpty)
    #expect(beside.request(unison) == unison)
    other.close()
  }
}
