import Console
import Foundation
import History
import Music
import OSC
import Realtime
import Settings
import SoundFonts
import TestSupport
import Testing

@testable import Client
@testable import PeachApp
@testable import Program
@testable import Training

/// A training by hand, without a server: its controls, its session and what shows it.
@MainActor
private final class Hand {
  let controls: TrainingControls
  let session: TrainingDriver
  let pauses: TrainingPauses
  let settings: FileUserSettings
  let mode: any OutputMode
  let observer = MockTrainingObserver()
  let board = FrameBoard(columns: 40, rows: 12)

  /// Those of the stage.
  var messages: [String] { stage.status.messages }
  private let stage: TrainingStage
  let lines = TextRecorder()

  /// What the run around it would be asked for.
  let run: Run

  final class Run: ControlledRun {
    let settings: FileUserSettings
    let isOnTerminal = true
    let client: PlayerClient? = nil
    var endings: [Ending] = []
    var time: SoundTime?

    /// How often a training that a server interrupted was to go on; `nil` if none waits for that.
    var starts: Int?

    init(_ settings: FileUserSettings) { self.settings = settings }

    func resumeAfterInterruption() -> Bool {
      guard let starts else { return false }
      self.starts = starts + 1
      return true
    }

    func time(of device: InputDevice) -> SoundTime? { time }

    func fontSearch(_ paths: SoundFontPaths) -> SoundFontSearch { .builtInOnly }

    func makeOutputChooser(onMessage: @escaping (String) -> Void) -> OutputChooser {
      preconditionFailure("no output is chosen here")
    }

    func end(_ reason: Ending) { endings.append(reason) }
  }

  private let home: Home
  private let player = MockNotePlayer()
  private let face = ComparisonFace()
  private var trial: PosedTrial?

  /// - Parameter isPlain: whether lines are read out in place of the stage.
  init(isPlain: Bool = false) throws {
    home = try Home()
    settings = try FileUserSettings(
      file: SettingsFile(SettingsLocation(environment: home.environment)))
    run = Run(settings)
    let history = TrainingHistory(
      home.history.path,
      places: RecoveryPaths(database: home.history, environment: home.environment))
    let strategy = MockNextComparisonStrategy()
    session = TrainingDriver.comparison(
      player: player, settings: MockUserSettings(), hearing: { HearingModel() },
      strategy: { _ in strategy }, observers: [observer], clock: ManualClock())
    pauses = TrainingPauses(
      waitsForConnection: true, recording: RunRecording(history, seed: nil),
      discardsOnXrun: { true }, notify: { _ in })
    let words = TrainingName.comparison.words
    stage = TrainingStage(on: board, lines)
    mode =
      isPlain
      ? LineMode(words, output: lines, messages: lines, keys: .unicode)
      : StageMode(words, on: stage, ringsBell: { false })
    controls = TrainingControls(face, of: run, pauses, mode: mode, remote: nil)
    controls.session = session
    observer.onEvent = { [weak self] in self?.show($0) }
  }

  /// As a run of training does.
  private func show(_ event: TrainingEvent) {
    switch event {
    case .trial(let trial):
      self.trial = trial
      mode.show(.trial(face.shown(trial)))
    case .state(let phase): if let trial { show(face.shown(phase, of: trial)) }
    case .paused(let reason):
      pauses.paused(reason)
      show(face.shown(reason))
    case .answered(let outcome):
      if let trial { mode.show(.verdict(face.shown(outcome, of: trial))) }
    case .result(let outcome): if let trial { mode.show(.result(face.shown(outcome, of: trial))) }
    default: break
    }
  }

  private func show(_ state: ShownState) {
    controls.stateBegins(state)
    mode.show(.state(state))
  }

  func press(_ keys: Key...) { for key in keys { controls.handle(key) } }

  func type(_ line: String) { controls.handle(line) }

  func hit(_ pad: ControlIntent) { controls.handle(pad.intent(sliderAt: 0), from: .midi) }

  /// Sets the clock, in seconds from the beginning of the state.
  func wait(_ seconds: Double) {
    run.time = SoundTime(frame: UInt32(seconds * 48_000), rate: 48_000)
  }

  /// Begins a trial, up to its first note or its second.
  func begin(_ phase: TrialPhase = .playingNote2) async throws {
    wait(0)
    pauses.start(session, isStalled: false, isConnected: true)
    try await TestSupport.wait(for: "the first note") { self.player.soundingCount == 1 }
    guard phase == .playingNote2 else { return }
    player.endNotes()
    try await waitForState(session, .playingNote2)
  }

  /// What was answered: whether higher.
  var answers: [Bool] { observer.outcomes.map(\.answeredHigher) }
}

@Suite("Keys, pads and lines of a training")
@MainActor
struct TrainingControlsTests {
  @Test("keys, pads and tablets answer from 150 ms of the second note on; a line always does")
  func answerLockout() async throws {
    let inputs: [(Hand) -> Void] = [
      { $0.press(.down) }, { $0.hit(.lower) },
      { $0.controls.handle(.answer(higher: false), from: .osc) },
    ]
    for input in inputs {
      let hand = try Hand()
      try await hand.begin()
      hand.wait(0.1)
      input(hand)
      #expect(hand.answers.isEmpty)
      hand.wait(0.2)
      input(hand)
      #expect(hand.answers == [false])
    }
    let hand = try Hand(isPlain: true)
    try await hand.begin()
    hand.wait(0.1)
    hand.type("higher")
    #expect(hand.answers == [true])
  }

  @Test("a key that does not fit is told; a pad that does not is no news")
  func unfitting() async throws {
    let hand = try Hand(isPlain: true)
    try await hand.begin(.playingNote1)
    hand.hit(.undo)
    hand.hit(.higher)
    #expect(!hand.lines.text.contains("was ignored"))
    hand.press(.character("u"))
    #expect(hand.lines.lines.last?.contains("There is nothing to take back.") == true)
    hand.type("undo")
    #expect(hand.lines.lines.last?.contains("does nothing at the moment") == true)
    hand.type("dance")
    #expect(hand.lines.lines.last?.contains("'dance' is not a command") == true)
    #expect(hand.answers.isEmpty)
  }

  @Test("u without an answer to take back says so on the stage, in the words of the settings")
  func nothingToUndo() async throws {
    let hand = try Hand()
    try await hand.begin(.playingNote1)
    #expect(!hand.messages.contains("There is nothing to take back."))
    hand.press(.character("u"))
    #expect(hand.messages == ["There is nothing to take back."])
  }

  @Test("a held key answers nothing and pauses nothing; it goes on changing the level")
  func held() async throws {
    let hand = try Hand()
    try await hand.begin()
    hand.wait(1)
    for key in [Key.up, .character("p"), .character("?"), .escape] { hand.controls.handleHeld(key) }
    #expect(hand.answers.isEmpty && !hand.session.isPaused && hand.run.endings.isEmpty)
    #expect(!hand.mode.isCovered)
    let level = hand.settings.outputLevel.decibels
    hand.press(.character("-"))
    for _ in 0..<2 { hand.controls.handleHeld(.character("-")) }
    #expect(hand.settings.outputLevel.decibels == level - 3)
  }

  @Test("p pauses and goes on; while only the user is waited for, Enter and an answering pad go on")
  func pauses() async throws {
    let hand = try Hand()
    try await hand.begin()
    hand.wait(1)
    hand.press(.character("p"))
    #expect(hand.session.isPaused)
    hand.press(.character("p"))
    #expect(!hand.session.isPaused)
    hand.press(.character("p"), .enter)
    #expect(!hand.session.isPaused)
    hand.press(.character("p"))
    hand.hit(.higher)
    #expect(!hand.session.isPaused && hand.answers.isEmpty)
    hand.type("pause")
    #expect(hand.session.isPaused)
    hand.type("start")
    #expect(!hand.session.isPaused)
  }

  @Test(
    "!, panic and /peach/panic silence everything, and never let it go on; Enter, a pad and start do"
  )
  func panic() async throws {
    let hand = try Hand()
    try await hand.begin()
    hand.wait(1)
    hand.press(.character("!"))
    #expect(hand.session.isPaused && hand.pauses.reason == .panic && hand.answers.isEmpty)
    #expect(hand.board.screen.contains("Silenced."))
    hand.press(.character("!"))
    #expect(hand.session.isPaused)
    hand.press(.enter)
    #expect(!hand.session.isPaused && hand.pauses.reason == nil)
    hand.type("panic")
    #expect(hand.pauses.reason == .panic)
    hand.hit(.higher)
    #expect(!hand.session.isPaused && hand.answers.isEmpty)
    hand.controls.handle(.panic, from: .osc)
    #expect(hand.pauses.reason == .panic && hand.session.isPaused)
    hand.controls.silence()
    hand.type("start")
    #expect(!hand.session.isPaused)
    hand.press(.character("?"), .character("!"))
    #expect(hand.pauses.reason == .panic && hand.session.isPaused)
    // A training that a server interrupted does not go on by it.
    hand.run.starts = 0
    hand.press(.character("!"))
    hand.type("panic")
    #expect(hand.run.starts == 0)
  }

  @Test("any key lets a training go on that a server interrupted, but those that end it")
  func interrupted() throws {
    let hand = try Hand()
    hand.run.starts = 0
    hand.press(.character("x"), .enter, .up)
    #expect(hand.run.starts == 3)
    hand.press(.escape)
    #expect(hand.run.starts == 3 && hand.run.endings == [.quit])
  }

  // MARK: Help

  @Test("the help pauses the training and scrolls; no key in it reaches the training")
  func help() async throws {
    let hand = try Hand()
    try await hand.begin()
    hand.wait(1)
    hand.press(.character("?"))
    #expect(hand.mode.isCovered && hand.session.isPaused)
    #expect(hand.board.screen.contains("the second note is higher"))
    hand.press(.down, .down, .character(" "))
    hand.controls.handleHeld(.down)
    #expect(hand.mode.isCovered)
    #expect(!hand.board.screen.contains("the second note is higher"))
    hand.press(.escape)
    #expect(!hand.mode.isCovered && hand.session.isPaused)
    #expect(hand.run.endings.isEmpty && hand.answers.isEmpty)
    #expect(hand.board.screen.contains("Paused."))
  }

  @Test("Enter closes the help and goes on; a pad does, too")
  func helpEnds() async throws {
    let hand = try Hand()
    try await hand.begin()
    hand.wait(1)
    hand.press(.character("?"), .enter)
    #expect(!hand.mode.isCovered && !hand.session.isPaused)
    hand.press(.character("?"))
    hand.hit(.lower)
    #expect(!hand.mode.isCovered && !hand.session.isPaused && hand.answers.isEmpty)
  }

  @Test("a pause that was there before the help is there after it")
  func helpInPause() async throws {
    let hand = try Hand()
    try await hand.begin()
    hand.press(.character("p"), .character("?"), .character("q"))
    #expect(!hand.mode.isCovered && hand.session.isPaused && hand.pauses.reason == .asked)
    hand.press(.enter)
    hand.pauses.connectionChanged(isConnected: false)
    hand.press(.character("?"))
    #expect(hand.pauses.reason == .asked)
    hand.press(.character("q"))
    #expect(hand.pauses.reason == .unconnected && hand.run.endings.isEmpty)
  }

  @Test("help that is read out pauses the training; the line help does not")
  func spokenHelp() async throws {
    let hand = try Hand(isPlain: true)
    try await hand.begin()
    hand.type("help")
    #expect(!hand.session.isPaused)
    hand.press(.character("?"))
    #expect(hand.session.isPaused)
    #expect(hand.lines.lines.contains("↑, k: the second note is higher"))
    #expect(hand.lines.lines.last == "Paused. Press Enter to continue.")
  }
}
