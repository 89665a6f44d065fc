import Foundation
import Music
import TestSupport
import Testing

@testable import Training

/// A driver among doubles, on virtual time.
@MainActor
private final class Fixture {
  typealias Driver = TrainingDriver<ScriptedMachine>

  let player = MockNotePlayer()
  let settings = MockUserSettings()
  let recorder = MockResultObserver()
  let observer = MockTrainingObserver<ScriptedMachine>()
  let clock = ManualClock()
  let driver: Driver

  /// - Parameter observers: receive each event after ``observer``.
  init(firstIndex: Int = 1, observers: [any TrainingObserver<ScriptedMachine>] = []) {
    driver = Driver(
      ScriptedMachine(), player: player, settings: settings, chooser: ScriptedChooser(),
      resultObservers: [recorder],
      observers: [observer] + observers, firstIndex: firstIndex, clock: clock)
  }

  var handle: MockPlaybackHandle {
    get throws { try #require(player.handles.last) }
  }

  /// Starts the training and brings it into a state of its first trial.
  func go(to state: ScriptedMachine.Phase) async throws {
    guard state != .idle else { return }
    driver.start()
    try await wait(for: "note") { self.player.soundingCount == 1 }
    guard state != .playing else { return }
    if state == .paused { return driver.pause(.asked) }
    player.endNotes()
    try await wait(for: "held note") { self.player.handles.last?.armings.count == 1 }
    if state == .resting { driver.handle(.commit) }
  }

  /// Ends the feedback and waits for the note of the next trial.
  func endRest() async throws {
    clock.advance(by: .feedback)
    try await wait(for: "next trial") { self.player.soundingCount == 1 }
  }
}

@Suite("Training driver: its course")
@MainActor
struct TrainingDriverTests {
  @Test("a trial is told before its states, each state once, the result before the next trial")
  func course() async throws {
    let fixture = Fixture()
    try await fixture.go(to: .resting)
    try await fixture.endRest()
    #expect(fixture.driver.handle(.answer(higher: true)))
    fixture.driver.stop()
    let told = fixture.observer.events.map { event in
      switch event {
      case .fewNotes(let notes): "few notes: \(notes.count)"
      case .trial(let trial): "trial \(trial)"
      case .state(let state): state.rawValue
      case .answered: "answered"
      case .result: "result"
      case .withdrawn(let trial, _): "withdrawn \(trial)"
      case .stopped(let reason): "stopped \(reason)"
      case .paused(let reason): "paused \(reason)"
      case .heardAgain(let trial): "again \(trial)"
      case .replaying(let trial, _, let reason): "replaying \(trial) \(reason)"
      case .replayed(let role): "replayed \(role)"
      case .missed(let trial, let miss): "missed \(trial) \(miss.name)"
      case .discarded(let trial, let reason): "discarded \(trial) \(reason.name)"
      }
    }
    #expect(
      told == [
        "trial 1", "playing", "holding", "resting", "answered", "result",
        "trial 2", "playing", "resting", "answered", "result", "idle", "stopped requested",
      ])
  }

  @Test("notes sound as the machine asks for them, all of them asked for at once")
  func sound() async throws {
    let fixture = Fixture()
    try await fixture.go(to: .playing)
    #expect(fixture.player.passages.map(\.notes.count) == [2])
    fixture.player.endNotes()
    try await waitForState(fixture.driver, .holding)
    #expect(fixture.player.passages.count == 1)
    #expect(
      fixture.player.calls == [
        MockNotePlayer.Call(
          frequency: Frequency(hertz: 200), duration: NoteDuration(seconds: 1),
          velocity: .training, amplitudeDB: AmplitudeDB(-3)),
        MockNotePlayer.Call(
          frequency: Frequency(hertz: 440), duration: nil, velocity: .training,
          amplitudeDB: AmplitudeDB(0)),
      ])
    #expect(try fixture.handle.armings.map(\.slider) == [ScriptedMachine.slider])
  }

  @Test("the player prepares for each trial before its first note, and only then")
  func preparation() async throws {
    let fixture = Fixture()
    var preparedWhenTold: [Int] = []
    fixture.observer.onEvent = { event in
      if case .trial = event { preparedWhenTold.append(fixture.player.preparations.count) }
    }
    try await fixture.go(to: .resting)
    try await fixture.endRest()
    #expect(fixture.player.preparations == [0, 2])
    #expect(preparedWhenTold == [1, 2])
  }

  @Test(
    "that a sound leaves few notes is told before the first trial, and again if their number changes"
  )
  func fewNotes() async throws {
    let fixture = Fixture()
    var usable = 5.0
    fixture.player.onCanSound = { $0.hertz < 66 * exp2(usable / 12) }
    try await fixture.go(to: .resting)
    try await fixture.endRest()
    usable = 7
    #expect(fixture.driver.handle(.answer(higher: true)))
    try await fixture.endRest()
    let counts = fixture.observer.events.compactMap { event -> String? in
      switch event {
      case .fewNotes(let notes): "\(notes.count) of \(notes.possibleCount)"
      case .trial(let trial): "trial \(trial)"
      default: nil
      }
    }
    #expect(counts == ["6 of 49", "trial 1", "trial 2", "8 of 49", "trial 3"])
  }

  @Test("a sound without a usable note ends the training, before the first trial or a later one")
  func noNotes() async throws {
    let fixture = Fixture()
    fixture.player.onCanSound = { _ in false }
    fixture.driver.start()
    #expect(fixture.observer.events == [.stopped(.audioError(.noUsableNote))])
    #expect(fixture.driver.isIdle && fixture.player.calls.isEmpty)
    let later = Fixture()
    try await later.go(to: .resting)
    later.player.onCanSound = { _ in false }
    later.clock.advance(by: .feedback)
    try await wait(for: "the end") { later.driver.isIdle }
    #expect(later.observer.stops == [.audioError(.noUsableNote)])
    #expect(later.observer.trials == [1])
  }

  @Test("settings are loaded before each trial is chosen")
  func settings() async throws {
    let fixture = Fixture()
    try await fixture.go(to: .holding)
    #expect(fixture.settings.refreshCount == 1)
    fixture.driver.handle(.commit)
    try await fixture.endRest()
    #expect(fixture.settings.refreshCount == 2)
  }

  @Test("what sounds has stopped before anyone is told, wherever it stands in the list")
  func soundFirst() async throws {
    for state in [ScriptedMachine.Phase.playing, .holding] {
      let fixture = Fixture()
      try await fixture.go(to: state)
      var sounding: [Int] = []
      func count() {
        sounding.append(
          fixture.player.soundingCount + fixture.player.handles.count { !$0.isStopped })
      }
      fixture.recorder.onResult = { _ in count() }
      fixture.observer.onEvent = { _ in count() }
      #expect(fixture.driver.handle(state == .playing ? .answer(higher: true) : .commit))
      #expect(sounding == [0, 0, 0, 0])
    }
  }

  @Test("a result is told to the observers of results first, then to the others, in their order")
  func recorderFirst() async throws {
    let player = MockNotePlayer()
    let recorders = [MockResultObserver(), MockResultObserver()]
    let observers = [
      MockTrainingObserver<ScriptedMachine>(), MockTrainingObserver<ScriptedMachine>(),
    ]
    let driver = TrainingDriver(
      ScriptedMachine(), player: player, settings: MockUserSettings(), chooser: ScriptedChooser(),
      resultObservers: recorders, observers: observers)
    var told: [String] = []
    for (index, recorder) in recorders.enumerated() {
      recorder.onResult = { _ in
        told.append("recorder \(index)")
        #expect(driver.state == .resting)
      }
    }
    for (index, observer) in observers.enumerated() {
      observer.onEvent = { if case .result = $0 { told.append("observer \(index)") } }
    }
    driver.start()
    driver.handle(.answer(higher: true))
    #expect(told == ["recorder 0", "recorder 1", "observer 0", "observer 1"])
    #expect(recorders[0].results.map(\.id) == observers[0].outcomes)
  }

  @Test("feedback lasts 0.4 s from the answer, neither less nor more")
  func feedback() async throws {
    let fixture = Fixture()
    try await fixture.go(to: .resting)
    fixture.clock.advance(by: .milliseconds(399))
    await settle()
    #expect(fixture.driver.state == .resting)
    fixture.clock.advance(by: .milliseconds(1))
    try await waitForState(fixture.driver, .playing)
    #expect(fixture.observer.trials == [1, 2])
  }

  @Test("the last trial is shown for as long as any other, and the training ends then")
  func lastTrial() async throws {
    let fixture = Fixture()
    try await fixture.go(to: .resting)
    fixture.driver.stopAfterTrial()
    fixture.clock.advance(by: .milliseconds(399))
    await settle()
    #expect(fixture.driver.state == .resting)
    fixture.clock.advance(by: .milliseconds(1))
    try await waitForState(fixture.driver, .idle)
    #expect(fixture.observer.trials == [1])
  }

  @Test("a start while the training runs is ignored, and so is what does not fit the state")
  func ignored() async throws {
    for state in ScriptedMachine.Phase.allCases where state != .idle {
      let fixture = Fixture()
      try await fixture.go(to: state)
      let events = fixture.observer.events
      fixture.driver.start()
      #expect(!fixture.driver.handle(.nudge(1)))
      #expect(fixture.observer.events == events)
      #expect(fixture.driver.state == state)
    }
  }

  @Test("MIDI moves the slider of the note that is held, not that of a later one")
  func slider() async throws {
    let fixture = Fixture()
    try await fixture.go(to: .holding)
    try fixture.handle.turnKnob(to: 0.4)
    #expect(fixture.driver.machine.value == 0.4)
    let onSliderMove = try fixture.handle.onSliderMove
    fixture.driver.handle(.commit)
    try await fixture.endRest()
    onSliderMove?(0.9)
    #expect(fixture.driver.machine.value == 0)
  }

  @Test("a held note that nobody touches for a minute is reported idle, and no later one is")
  func idleHand() async throws {
    let fixture = Fixture()
    try await fixture.go(to: .holding)
    #expect(fixture.driver.handle(.commit))
    try await fixture.endRest()
    fixture.clock.advance(by: .seconds(120))
    await settle()
    #expect(fixture.driver.state == .playing)
    fixture.player.endNotes()
    try await wait(for: "held note") { fixture.player.handles.last?.armings.count == 1 }
    try await waitForState(fixture.driver, .holding)
    fixture.clock.advance(by: .seconds(60))
    try await waitForState(fixture.driver, .paused)
    #expect(fixture.observer.events.last == .paused(.idleHand))
    #expect(try fixture.handle.isStopped)
  }

  @Test("a session that continues another one's count begins with its number")
  func firstIndex() {
    let fixture = Fixture(firstIndex: 8)
    fixture.driver.start()
    #expect(fixture.observer.trials == [8])
  }
}

@Suite("Training driver: its end")
@MainActor
struct TrainingDriverEndTests {
  @Test(
    "stop ends the training from any state, silences it and records nothing more",
    arguments: ScriptedMachine.Phase.allCases.filter { $0 != .idle })
  func stop(state: ScriptedMachine.Phase) async throws {
    let fixture = Fixture()
    try await fixture.go(to: state)
    let recorded = fixture.recorder.results.count
    #expect(recorded == (state == .resting ? 1 : 0))
    let silenced = fixture.player.stopAllCount
    fixture.driver.stop()
    #expect(fixture.driver.isIdle)
    #expect(fixture.player.stopAllCount == silenced + 1)
    #expect(fixture.player.handles.filter { !$0.isStopped }.isEmpty)
    #expect(fixture.observer.events.suffix(2) == [.state(.idle), .stopped(.requested)])
    let calls = fixture.player.calls.count
    fixture.clock.advance(by: .seconds(10))
    fixture.player.endNotes()
    await settle()
    #expect(fixture.driver.isIdle)
    #expect(fixture.player.soundingCount == 0)
    #expect(fixture.player.calls.count == calls)
    #expect(fixture.recorder.results.count == recorded)
    #expect(fixture.observer.stops == [.requested])
  }

  @Test("stop is ignored while idle")
  func stopWhileIdle() {
    let fixture = Fixture()
    fixture.driver.stop()
    #expect(fixture.observer.events.isEmpty)
    #expect(fixture.player.stopAllCount == 0)
  }

  @Test("a training stopped before its first note was asked for never plays it")
  func stopAtOnce() async {
    let fixture = Fixture()
    fixture.driver.start()
    fixture.driver.stop()
    await settle()
    #expect(fixture.player.calls.isEmpty)
  }

  @Test("a training goes again after a stop, from trial 1")
  func restart() async throws {
    let fixture = Fixture()
    try await fixture.go(to: .resting)
    fixture.driver.stop()
    fixture.observer.reset()
    try await fixture.go(to: .playing)
    #expect(fixture.observer.trials == [1])
  }

  @Test("a note that ends long after its training does not move the next one")
  func staleNote() async throws {
    let fixture = Fixture()
    fixture.player.ignoresCancellation = true
    try await fixture.go(to: .playing)
    fixture.driver.stop()
    fixture.driver.start()
    try await wait(for: "both notes") { fixture.player.soundingCount == 2 }
    fixture.player.onPlay = { _ in Issue.record("the stale end of a note led on") }
    fixture.driver.stop()
    fixture.player.endNotes()
    await settle()
    #expect(fixture.driver.isIdle)
    #expect(fixture.observer.stops.count == 2)
  }

  @Test(
    "a note that ends or fails as it is answered neither cuts the feedback short nor is reported")
  func staleEnd() async throws {
    for fails in [false, true] {
      let fixture = Fixture()
      fixture.player.ignoresCancellation = true
      try await fixture.go(to: .playing)
      fixture.driver.handle(.answer(higher: true))
      if fails {
        fixture.player.failNotes(AudioError.engineUnavailable)
      } else {
        fixture.player.endNotes()
      }
      await settle()
      #expect(fixture.observer.states.last == .resting)
      #expect(fixture.observer.stops.isEmpty)
    }
  }

  @Test("a held note that begins after the stop is released at once")
  func staleHold() async throws {
    let fixture = Fixture()
    try await fixture.go(to: .playing)
    fixture.player.onHandle = { _ in fixture.driver.stop() }
    fixture.player.endNotes()
    try await wait(for: "held note") { fixture.player.handles.count == 1 }
    await settle()
    #expect(try fixture.handle.isStopped)
    #expect(try fixture.handle.armings.isEmpty)
    #expect(fixture.observer.stops == [.requested])
  }

  @Test("an audio error at the start of a note ends the training with one report")
  func errorAtStart() async throws {
    for state in [ScriptedMachine.Phase.idle, .playing] {
      for error in [AudioError.frequencyOutOfRange(hertz: 13.75), .engineUnavailable] {
        let fixture = Fixture()
        try await fixture.go(to: state)
        fixture.player.error = error
        if state == .idle { fixture.driver.start() } else { fixture.player.endNotes() }
        try await waitForState(fixture.driver, .idle)
        await settle()
        #expect(fixture.observer.stops == [.audioError(error)])
        #expect(fixture.observer.states == [.playing, .idle])
        #expect(fixture.recorder.results.isEmpty)
        #expect(fixture.driver.currentTrial == nil)
      }
    }
  }

  @Test("an audio error while a note sounds ends the training and discards the trial")
  func errorDuringNote() async throws {
    let fixture = Fixture()
    try await fixture.go(to: .playing)
    fixture.player.failNotes(AudioError.engineUnavailable)
    try await waitForState(fixture.driver, .idle)
    #expect(fixture.observer.stops == [.audioError(.engineUnavailable)])
    #expect(fixture.recorder.results.isEmpty)
    #expect(fixture.player.stopAllCount == 1)
  }

  @Test("a note that could not begin after all ends the training")
  func refusedNote() async throws {
    let fixture = Fixture()
    try await fixture.go(to: .holding)
    try fixture.handle.onEnd?(.overloaded)
    try await waitForState(fixture.driver, .idle)
    #expect(fixture.observer.stops == [.audioError(.overloaded)])
    #expect(fixture.recorder.results.isEmpty)
  }

  @Test("an audio error while a note is retuned ends the training and discards the trial")
  func errorWhileTuning() async throws {
    let fixture = Fixture()
    try await fixture.go(to: .holding)
    try fixture.handle.error = AudioError.noteEnded
    fixture.driver.handle(.slider(0.1))
    #expect(fixture.driver.isIdle)
    #expect(fixture.observer.stops == [.audioError(.noteEnded)])
    #expect(fixture.recorder.results.isEmpty)
    #expect(try fixture.handle.isStopped)
  }

  @Test("an unknown error of a player is reported as an audio error, a cancellation as a stop")
  func otherErrors() {
    #expect(StopReason(CancellationError()) == .requested)
    guard case .audioError(.soundUnavailable(let reason)) = StopReason(CocoaError(.fileNoSuchFile))
    else {
      Issue.record("not an audio error")
      return
    }
    #expect(!reason.isEmpty)
  }

  @Test("a training that nobody holds any more lets go of its notes", arguments: [false, true])
  func release(isHeld: Bool) async throws {
    let player = MockNotePlayer()
    var driver: TrainingDriver<ScriptedMachine>? = TrainingDriver(
      ScriptedMachine(), player: player, settings: MockUserSettings(), chooser: ScriptedChooser())
    driver?.start()
    try await wait(for: "note") { player.soundingCount == 1 }
    if isHeld {
      player.endNotes()
      try await wait(for: "held note") { player.handles.last?.armings.count == 1 }
    }
    weak let released = driver
    driver = nil
    #expect(released == nil)
    try await wait(for: "silence") {
      isHeld ? player.handles.last?.isStopped == true : player.cancelledCount == 1
    }
  }
}

@Suite("Training driver: calls from its observers")
@MainActor
struct TrainingDriverReentrancyTests {
  @Test(
    "stop inside any state change ends the training once, in order",
    arguments: [ScriptedMachine.Phase.playing, .holding, .resting])
  func stopInStateChange(state: ScriptedMachine.Phase) async throws {
    let fixture = Fixture()
    fixture.observer.onEvent = { event in
      if event == .state(state) { fixture.driver.stop() }
    }
    if state == .resting {
      try await fixture.go(to: .resting)
    } else {
      fixture.player.endsNotesInstantly = true
      fixture.driver.start()
    }
    try await waitForState(fixture.driver, .idle)
    await settle()
    // What was answered counts, although the stop came before it was told.
    let result = fixture.recorder.results.flatMap {
      [ScriptedEvent.answered($0.id), .result($0.id)]
    }
    #expect(result.count == (state == .resting ? 2 : 0))
    #expect(
      fixture.observer.events.suffix(3 + result.count) == [.state(state)] + result + [
        .state(.idle), .stopped(.requested),
      ])
    #expect(fixture.observer.stops.count == 1)
    #expect(fixture.player.handles.filter { !$0.isStopped }.isEmpty)
  }

  private typealias ScriptedEvent = TrainingEvent<ScriptedMachine>

  @Test("stop as a trial is posed ends the training before a note sounds")
  func stopInTrial() async {
    let fixture = Fixture()
    fixture.observer.onEvent = { event in
      if case .trial = event { fixture.driver.stop() }
    }
    fixture.driver.start()
    await settle()
    #expect(fixture.driver.isIdle)
    #expect(fixture.player.calls.isEmpty)
    #expect(fixture.observer.states == [.playing, .idle])
    #expect(fixture.observer.stops == [.requested])
  }

  @Test("stop as a result is stored or told poses no other trial; all hear of the result first")
  func stopInResult() async throws {
    for isStored in [false, true] {
      let second = MockTrainingObserver<ScriptedMachine>()
      let fixture = Fixture(observers: [second])
      if isStored {
        fixture.recorder.onResult = { _ in
          if fixture.recorder.results.count == 2 { fixture.driver.stop() }
        }
      } else {
        fixture.observer.onEvent = { _ in
          if fixture.observer.outcomes.count == 2 { fixture.driver.stop() }
        }
      }
      second.onEvent = { event in
        if case .result = event { #expect(fixture.observer.stops.isEmpty) }
      }
      try await fixture.go(to: .resting)
      try await fixture.endRest()
      fixture.driver.handle(.answer(higher: false))
      fixture.clock.advance(by: .seconds(1))
      await settle()
      #expect(fixture.driver.isIdle)
      #expect(fixture.observer.trials.count == 2)
      #expect(fixture.recorder.results.count == 2)
      #expect(second.outcomes.count == 2)
    }
  }

  @Test("an observer may answer as soon as a note begins; the note is then never heard")
  func answerInStateChange() async throws {
    let fixture = Fixture()
    fixture.observer.onEvent = { event in
      if event == .state(.playing) { #expect(fixture.driver.handle(.answer(higher: true))) }
    }
    fixture.player.endsNotesInstantly = true
    fixture.driver.start()
    await settle()
    #expect(fixture.player.calls.isEmpty)
    #expect(fixture.observer.states == [.playing, .resting])
    #expect(fixture.recorder.results.count == 1)
  }

  @Test("an observer may commit as soon as a note is held; it then stops at once")
  func commitInStateChange() async throws {
    let fixture = Fixture()
    fixture.player.endsNotesInstantly = true
    fixture.observer.onEvent = { event in
      if event == .state(.holding) { #expect(fixture.driver.handle(.commit)) }
    }
    fixture.driver.start()
    try await wait(for: "result") { fixture.recorder.results.count == 1 }
    await settle()
    #expect(fixture.player.handles[0].isStopped)
  }

  @Test("a slider that is moved as soon as the note is held takes the note along")
  func adjustInStateChange() async throws {
    let fixture = Fixture()
    fixture.observer.onEvent = { event in
      if event == .state(.holding) { #expect(fixture.driver.handle(.slider(0.1))) }
    }
    try await fixture.go(to: .holding)
    #expect(try fixture.handle.armings.count == 1)
    #expect(try fixture.handle.frequencies.last == ScriptedMachine.slider.frequency(at: 0.1))
    #expect(fixture.driver.machine.value == 0.1)
  }

  @Test("a new start from the report of the end goes from trial 1")
  func startInStopped() async throws {
    let fixture = Fixture()
    try await fixture.go(to: .holding)
    fixture.observer.onEvent = { event in
      if case .stopped = event { fixture.driver.start() }
    }
    fixture.driver.stop()
    #expect(fixture.driver.state == .playing)
    #expect(fixture.observer.trials == [1, 1])
    #expect(fixture.observer.states.suffix(2) == [.idle, .playing])
  }
}
