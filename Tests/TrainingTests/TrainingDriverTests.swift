import Foundation
import Music
import TestSupport
import Testing

@testable import Training

@Suite("Training driver: its course")
@MainActor
struct TrainingDriverTests {
  @Test("a trial is told before its states, each state once, the result before the next trial")
  func course() async throws {
    let fixture = PitchMatchingFixture()
    try await fixture.go(to: .showingFeedback)
    try await fixture.endFeedback()
    try await fixture.answer()
    fixture.session.stop()
    let told = fixture.observer.events.map { event in
      switch event {
      case .fewNotes(let notes): "few notes: \(notes.count)"
      case .trial(let trial): "trial \(trial.index)"
      case .state(let state): state.rawValue
      case .answered: "answered"
      case .result: "result"
      case .withdrawn(let trial, _): "withdrawn \(trial.index)"
      case .stopped(let reason): "stopped \(reason)"
      case .paused(let reason): "paused \(reason)"
      case .heardAgain(let trial): "again \(trial.index)"
      case .replaying(let trial, _, let reason): "replaying \(trial.index) \(reason)"
      case .replayed(let role): "replayed \(role)"
      case .missed(let trial, let miss): "missed \(trial.index) \(miss.name)"
      case .discarded(let trial, let reason): "discarded \(trial.index) \(reason.name)"
      }
    }
    #expect(
      told == [
        "trial 1", "playingReference", "playingTunable", "showingFeedback", "answered", "result",
        "trial 2", "playingReference", "playingTunable", "showingFeedback", "answered", "result",
        "idle", "stopped requested",
      ])
  }

  @Test("the player prepares for each trial before its first note, and only then")
  func preparation() async throws {
    let fixture = PitchMatchingFixture()
    var preparedWhenTold: [Int] = []
    fixture.observer.onEvent = { event in
      if case .trial = event { preparedWhenTold.append(fixture.player.preparations.count) }
    }
    try await fixture.go(to: .showingFeedback)
    try await fixture.endFeedback()
    #expect(fixture.player.preparations == [0, 2])
    #expect(preparedWhenTold == [1, 2])
  }

  @Test(
    "that a sound leaves few notes is told before the first trial, and again if their number changes"
  )
  func fewNotes() async throws {
    let fixture = PitchMatchingFixture()
    var usable = 5.0
    fixture.player.onCanSound = { $0.hertz < 66 * exp2(usable / 12) }
    try await fixture.go(to: .showingFeedback)
    try await fixture.endFeedback()
    usable = 7
    try await fixture.answer()
    try await fixture.endFeedback()
    let counts = fixture.observer.events.compactMap { event -> String? in
      switch event {
      case .fewNotes(let notes): "\(notes.count) of \(notes.possibleCount)"
      case .trial(let trial): "trial \(trial.index)"
      default: nil
      }
    }
    #expect(counts == ["6 of 49", "trial 1", "trial 2", "8 of 49", "trial 3"])
  }

  @Test("a sound without a usable note ends the training, before the first trial or a later one")
  func noNotes() async throws {
    let fixture = PitchMatchingFixture()
    fixture.player.onCanSound = { _ in false }
    fixture.session.start()
    #expect(fixture.observer.events == [.stopped(.audioError(.noUsableNote))])
    #expect(fixture.session.isIdle && fixture.player.calls.isEmpty)
    let later = PitchMatchingFixture()
    try await later.go(to: .showingFeedback)
    later.player.onCanSound = { _ in false }
    later.clock.advance(by: .feedback)
    try await wait(for: "the end") { later.session.isIdle }
    #expect(later.observer.stops == [.audioError(.noUsableNote)])
    #expect(later.observer.trials.map(\.index) == [1])
  }

  @Test("settings are loaded before each trial is chosen")
  func settings() async throws {
    let fixture = PitchMatchingFixture()
    try await fixture.go(to: .playingTunable)
    #expect(fixture.settings.refreshCount == 1)
    fixture.session.handle(.commit)
    try await fixture.endFeedback()
    #expect(fixture.settings.refreshCount == 2)
  }

  @Test("a result is told to the observers of results first, then to the others, in their order")
  func recorderFirst() async throws {
    let (recorder, observer) = (MockResultObserver(), MockTrainingObserver())
    let fixture = PitchMatchingFixture(andRecorder: recorder, andObserver: observer)
    var told: [String] = []
    for (index, recorder) in [fixture.recorder, recorder].enumerated() {
      recorder.onResult = { _ in
        told.append("recorder \(index)")
        #expect(fixture.session.state == .showingFeedback)
      }
    }
    for (index, observer) in [fixture.observer, observer].enumerated() {
      observer.onEvent = { if case .result = $0 { told.append("observer \(index)") } }
    }
    try await fixture.go(to: .showingFeedback)
    #expect(told == ["recorder 0", "recorder 1", "observer 0", "observer 1"])
    #expect(recorder.results == observer.outcomes)
  }

  @Test("feedback lasts 0.4 s from the answer, neither less nor more")
  func feedback() async throws {
    let fixture = PitchMatchingFixture()
    try await fixture.go(to: .showingFeedback)
    fixture.clock.advance(by: .milliseconds(399))
    await settle()
    #expect(fixture.session.state == .showingFeedback)
    fixture.clock.advance(by: .milliseconds(1))
    try await waitForState(fixture.session, .playingReference)
    #expect(fixture.observer.trials.map(\.index) == [1, 2])
  }

  @Test("the last trial is shown for as long as any other, and the training ends then")
  func lastTrial() async throws {
    let fixture = PitchMatchingFixture()
    try await fixture.go(to: .showingFeedback)
    fixture.session.stopAfterTrial()
    fixture.clock.advance(by: .milliseconds(399))
    await settle()
    #expect(fixture.session.state == .showingFeedback)
    fixture.clock.advance(by: .milliseconds(1))
    try await waitForState(fixture.session, .idle)
    #expect(fixture.observer.trials.map(\.index) == [1])
  }

  @Test("a start while the training runs is ignored, and so is what does not fit the state")
  func ignored() async throws {
    for state in TrialPhase.ofMatching where state != .idle {
      let fixture = PitchMatchingFixture()
      try await fixture.go(to: state)
      let events = fixture.observer.events
      fixture.session.start()
      #expect(!fixture.session.answer(higher: true))
      #expect(fixture.observer.events == events)
      #expect(fixture.session.state == state)
    }
  }

  @Test("a held note that nobody touches for a minute is reported idle, and no later one is")
  func idleHand() async throws {
    let fixture = PitchMatchingFixture()
    try await fixture.go(to: .playingTunable)
    #expect(fixture.session.handle(.commit))
    try await fixture.endFeedback()
    fixture.clock.advance(by: .seconds(120))
    await settle()
    #expect(fixture.session.state == .playingReference)
    fixture.player.endNotes()
    try await wait(for: "held note") { fixture.player.handles.last?.armings.count == 1 }
    try await waitForState(fixture.session, .playingTunable)
    fixture.clock.advance(by: .seconds(60))
    try await waitForState(fixture.session, .paused)
    #expect(fixture.observer.events.last == .paused(.idleHand))
    #expect(try fixture.handle.isStopped)
  }

  @Test("a session that continues another one's count begins with its number")
  func firstIndex() {
    let fixture = PitchMatchingFixture(firstIndex: 8)
    fixture.session.start()
    #expect(fixture.observer.trials.map(\.index) == [8])
  }
}

@Suite("Training driver: its end")
@MainActor
struct TrainingDriverEndTests {
  @Test("stop is ignored while idle")
  func stopWhileIdle() {
    let fixture = PitchMatchingFixture()
    fixture.session.stop()
    #expect(fixture.observer.events.isEmpty)
    #expect(fixture.player.stopAllCount == 0)
  }

  @Test("a training stopped before its first note was asked for never plays it")
  func stopAtOnce() async {
    let fixture = PitchMatchingFixture()
    fixture.session.start()
    fixture.session.stop()
    await settle()
    #expect(fixture.player.calls.isEmpty)
  }

  @Test("a training goes again after a stop, from trial 1")
  func restart() async throws {
    let fixture = PitchMatchingFixture()
    try await fixture.go(to: .showingFeedback)
    fixture.session.stop()
    fixture.observer.reset()
    try await fixture.go(to: .playingReference)
    #expect(fixture.observer.trials.map(\.index) == [1])
  }

  @Test("a note that ends long after its training does not move the next one")
  func staleNote() async throws {
    let fixture = PitchMatchingFixture()
    fixture.player.ignoresCancellation = true
    try await fixture.go(to: .playingReference)
    fixture.session.stop()
    fixture.session.start()
    try await wait(for: "both notes") { fixture.player.soundingCount == 2 }
    fixture.player.onPlay = { _ in Issue.record("the stale end of a note led on") }
    fixture.session.stop()
    fixture.player.endNotes()
    await settle()
    #expect(fixture.session.isIdle)
    #expect(fixture.observer.stops.count == 2)
  }

  @Test(
    "a note that ends or fails as it is answered neither cuts the feedback short nor is reported")
  func staleEnd() async throws {
    for fails in [false, true] {
      let fixture = ComparisonFixture()
      fixture.player.ignoresCancellation = true
      try await fixture.go(to: .playingNote2)
      fixture.session.answer(higher: true)
      if fails {
        fixture.player.failNotes(AudioError.engineUnavailable)
      } else {
        fixture.player.endNotes()
      }
      await settle()
      #expect(fixture.observer.states.last == .showingFeedback)
      #expect(fixture.observer.stops.isEmpty)
    }
  }

  @Test("a held note that begins after the stop is released at once")
  func staleHold() async throws {
    let fixture = PitchMatchingFixture()
    try await fixture.go(to: .playingReference)
    fixture.player.onHandle = { _ in fixture.session.stop() }
    fixture.player.endNotes()
    try await wait(for: "held note") { fixture.player.handles.count == 1 }
    await settle()
    #expect(try fixture.handle.isStopped)
    #expect(try fixture.handle.armings.isEmpty)
    #expect(fixture.observer.stops == [.requested])
  }

  @Test("an audio error at the start of a note ends the training with one report")
  func errorAtStart() async throws {
    for state in [TrialPhase.idle, .playingReference] {
      for error in [AudioError.frequencyOutOfRange(hertz: 13.75), .engineUnavailable] {
        let fixture = PitchMatchingFixture()
        try await fixture.go(to: state)
        fixture.player.error = error
        if state == .idle { fixture.session.start() } else { fixture.player.endNotes() }
        try await waitForState(fixture.session, .idle)
        await settle()
        #expect(fixture.observer.stops == [.audioError(error)])
        #expect(fixture.observer.states == [.playingReference, .idle])
        #expect(fixture.recorder.results.isEmpty)
        #expect(fixture.session.currentTrial == nil)
      }
    }
  }

  @Test("an audio error while a note sounds ends the training and discards the trial")
  func errorDuringNote() async throws {
    let fixture = PitchMatchingFixture()
    try await fixture.go(to: .playingReference)
    fixture.player.failNotes(AudioError.engineUnavailable)
    try await waitForState(fixture.session, .idle)
    #expect(fixture.observer.stops == [.audioError(.engineUnavailable)])
    #expect(fixture.recorder.results.isEmpty)
    #expect(fixture.player.stopAllCount == 1)
  }

  @Test("a note that could not begin after all ends the training")
  func refusedNote() async throws {
    let fixture = PitchMatchingFixture()
    try await fixture.go(to: .playingTunable)
    try fixture.handle.onEnd?(.overloaded)
    try await waitForState(fixture.session, .idle)
    #expect(fixture.observer.stops == [.audioError(.overloaded)])
    #expect(fixture.recorder.results.isEmpty)
  }

  @Test("an audio error while a note is retuned ends the training and discards the trial")
  func errorWhileTuning() async throws {
    let fixture = PitchMatchingFixture()
    try await fixture.go(to: .playingTunable)
    try fixture.handle.error = AudioError.noteEnded
    fixture.session.handle(.slider(0.1))
    #expect(fixture.session.isIdle)
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
    var driver: TrainingDriver? = .matching(player: player, settings: MockUserSettings())
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
    arguments: [TrialPhase.playingReference, .playingTunable, .showingFeedback])
  func stopInStateChange(state: TrialPhase) async throws {
    let fixture = PitchMatchingFixture()
    fixture.observer.onEvent = { event in
      if event == .state(state) { fixture.session.stop() }
    }
    if state == .showingFeedback {
      try await fixture.go(to: .showingFeedback)
    } else {
      fixture.player.endsNotesInstantly = true
      fixture.session.start()
    }
    try await waitForState(fixture.session, .idle)
    await settle()
    // What was answered counts, although the stop came before it was told.
    let result = fixture.recorder.results.flatMap {
      [TrainingEvent.answered($0), .result($0)]
    }
    #expect(result.count == (state == .showingFeedback ? 2 : 0))
    #expect(
      fixture.observer.events.suffix(3 + result.count) == [.state(state)] + result + [
        .state(.idle), .stopped(.requested),
      ])
    #expect(fixture.observer.stops.count == 1)
    #expect(fixture.player.handles.filter { !$0.isStopped }.isEmpty)
  }

  @Test("stop as a trial is posed ends the training before a note sounds")
  func stopInTrial() async {
    let fixture = PitchMatchingFixture()
    fixture.observer.onEvent = { event in
      if case .trial = event { fixture.session.stop() }
    }
    fixture.session.start()
    await settle()
    #expect(fixture.session.isIdle)
    #expect(fixture.player.calls.isEmpty)
    #expect(fixture.observer.states == [.playingReference, .idle])
    #expect(fixture.observer.stops == [.requested])
  }

  @Test("stop as a result is stored or told poses no other trial; all hear of the result first")
  func stopInResult() async throws {
    for isStored in [false, true] {
      let second = MockTrainingObserver()
      let fixture = PitchMatchingFixture(andObserver: second)
      if isStored {
        fixture.recorder.onResult = { _ in
          if fixture.recorder.results.count == 2 { fixture.session.stop() }
        }
      } else {
        fixture.observer.onEvent = { _ in
          if fixture.observer.outcomes.count == 2 { fixture.session.stop() }
        }
      }
      second.onEvent = { event in
        if case .result = event { #expect(fixture.observer.stops.isEmpty) }
      }
      try await fixture.go(to: .showingFeedback)
      try await fixture.endFeedback()
      try await fixture.answer()
      fixture.clock.advance(by: .seconds(1))
      await settle()
      #expect(fixture.session.isIdle)
      #expect(fixture.observer.trials.count == 2)
      #expect(fixture.recorder.results.count == 2)
      #expect(second.outcomes.count == 2)
    }
  }

  @Test("an observer may commit as soon as a note is held; it then stops at once")
  func commitInStateChange() async throws {
    let fixture = PitchMatchingFixture()
    fixture.player.endsNotesInstantly = true
    fixture.observer.onEvent = { event in
      if event == .state(.playingTunable) { #expect(fixture.session.handle(.commit)) }
    }
    fixture.session.start()
    try await wait(for: "result") { fixture.recorder.results.count == 1 }
    await settle()
    #expect(fixture.player.handles[0].isStopped)
  }

  @Test("a slider that is moved as soon as the note is held takes the note along")
  func adjustInStateChange() async throws {
    let fixture = PitchMatchingFixture()
    fixture.observer.onEvent = { event in
      if event == .state(.playingTunable) { #expect(fixture.session.handle(.slider(0.1))) }
    }
    try await fixture.go(to: .playingTunable)
    #expect(try fixture.handle.armings.count == 1)
    #expect(try fixture.handle.frequencies.last == fixture.challenge.slider.frequency(at: 0.1))
    #expect(fixture.session.currentValue == 0.1)
  }

  @Test("a new start from the report of the end goes from trial 1")
  func startInStopped() async throws {
    let fixture = PitchMatchingFixture()
    try await fixture.go(to: .playingTunable)
    fixture.observer.onEvent = { event in
      if case .stopped = event { fixture.session.start() }
    }
    fixture.session.stop()
    #expect(fixture.session.state == .playingReference)
    #expect(fixture.observer.trials.map(\.index) == [1, 1])
    #expect(fixture.observer.states.suffix(2) == [.idle, .playingReference])
  }
}
