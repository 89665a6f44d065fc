import Foundation
import Music
import TestSupport
import Testing

@testable import Training

@Suite("Pitch matching session")
@MainActor
struct PitchMatchingSessionTests {
  @Test("the reference sounds exactly; then the tunable note from its offset, in the hand")
  func sound() async throws {
    let fixture = PitchMatchingFixture()
    fixture.settings.intervals = [DirectedInterval(.perfectFifth)]
    fixture.settings.tuningSystem = .justIntonation
    fixture.settings.noteDuration = NoteDuration(seconds: 0.3)
    fixture.settings.varyLoudness = UnitInterval(1)
    try await fixture.go(to: .playingTunable)
    let posed = try fixture.challenge
    let start = posed.targetFrequency.shifted(by: posed.challenge.centOffset)
    #expect(
      fixture.player.calls == [
        MockNotePlayer.Call(
          frequency: posed.referenceFrequency, duration: NoteDuration(seconds: 0.3),
          velocity: .training, amplitudeDB: AmplitudeDB(0)),
        MockNotePlayer.Call(
          frequency: start, duration: nil, velocity: .training, amplitudeDB: posed.amplitudeDB),
      ])
    let arming = try #require(try fixture.handle.armings.first)
    #expect(arming.slider == PitchSlider(target: posed.targetFrequency))
    #expect(arming.value == posed.challenge.centOffset.rawValue / 100)
    #expect(fixture.session.currentValue == arming.value)
  }

  @Test(
    "an input that does not fit the state changes nothing",
    arguments: [
      (TrialPhase.idle, false, true), (.playingReference, false, false),
      (.playingTunable, true, false), (.showingFeedback, false, false),
    ])
  func statesAndInputs(state: TrialPhase, tunes: Bool, starts: Bool) async throws {
    let inputs: [(TrainingDriver) -> Bool] = [
      { $0.adjustPitch(0.2) }, { $0.nudge(3) }, { $0.commitPitch(0.1) }, { $0.commit() },
    ]
    for (index, input) in inputs.enumerated() {
      let fixture = PitchMatchingFixture()
      try await fixture.go(to: state)
      let before = fixture.observer.outcomes.count
      #expect(input(fixture.session) == tunes)
      let commits = tunes && index > 1
      #expect(fixture.observer.outcomes.count == before + (commits ? 1 : 0))
      #expect(fixture.session.state == (commits ? .showingFeedback : state))
    }
    let fixture = PitchMatchingFixture()
    try await fixture.go(to: state)
    let events = fixture.observer.events
    fixture.session.start()
    #expect((fixture.observer.events != events) == starts)
  }

  @Test("the slider retunes the note about its target and stops at its ends")
  func adjusting() async throws {
    let fixture = PitchMatchingFixture()
    try await fixture.go(to: .playingTunable)
    let target = try fixture.challenge.targetFrequency
    for (value, cents) in [(0.0, 0.0), (0.25, 25), (-1, -100), (1.5, 100), (-7, -100)] {
      #expect(fixture.session.adjustPitch(value))
      let heard = try #require(try fixture.handle.frequencies.last)
      #expect(abs(Cents(from: target, to: heard).rawValue - cents) < 1e-9)
      #expect(fixture.session.currentValue == cents / 100)
    }
    fixture.session.adjustPitch(0)
    #expect(try fixture.handle.frequencies.last == target)
  }

  @Test("a nudge goes from where the slider stands, whoever moved it, up to its ends")
  func nudging() async throws {
    let fixture = PitchMatchingFixture()
    try await fixture.go(to: .playingTunable)
    let offset = try fixture.challenge.challenge.centOffset.rawValue
    #expect(fixture.session.nudge(-0.1))
    #expect(abs(try #require(fixture.session.currentValue) - (offset - 0.1) / 100) < 1e-12)
    try fixture.handle.turnKnob(to: 0.5)
    #expect(fixture.session.nudge(12))
    #expect(abs(try #require(fixture.session.currentValue) - 0.62) < 1e-12)
    #expect(fixture.session.nudge(200))
    #expect(fixture.session.currentValue == 1)
    let target = try fixture.challenge.targetFrequency
    #expect(try fixture.handle.frequencies.last == target.shifted(by: 100))
  }

  @Test("a commit from the keys commits the value to which the hand has moved the slider")
  func commitAfterHand() async throws {
    let fixture = PitchMatchingFixture()
    try await fixture.go(to: .playingTunable)
    fixture.session.adjustPitch(0.5)
    try fixture.handle.turnKnob(to: -0.04)
    #expect(fixture.session.currentValue == -0.04)
    #expect(fixture.session.commit())
    let completed = try #require(fixture.observer.outcomes.first)
    #expect(abs(completed.userCentError.rawValue + 4) < 1e-9)
  }

  @Test("a hand that moves after the commit moves nothing")
  func lateHand() async throws {
    let fixture = PitchMatchingFixture()
    try await fixture.go(to: .playingTunable)
    let onSliderMove = try fixture.handle.onSliderMove
    fixture.session.commitPitch(0)
    try await fixture.endFeedback()
    try await fixture.endReference()
    let value = fixture.session.currentValue
    onSliderMove?(0.9)
    #expect(fixture.session.currentValue == value)
  }

  @Test("a commit stops the note before anyone is told, and records what sounded")
  func commit() async throws {
    let fixture = PitchMatchingFixture()
    fixture.settings.tuningSystem = .pythagorean
    try await fixture.go(to: .playingTunable)
    var stoppedWhenTold: Bool?
    fixture.observer.onEvent = { event in
      if case .result = event { stoppedWhenTold = try? fixture.handle.isStopped }
    }
    #expect(fixture.session.commitPitch(0.032))
    #expect(fixture.session.state == .showingFeedback)
    #expect(stoppedWhenTold == true)
    let completed = try #require(fixture.observer.outcomes.first)
    #expect(completed.id == PitchMatchingFixture.id)
    #expect(completed.timestamp == PitchMatchingFixture.date)
    #expect(try completed.challenge == fixture.challenge.challenge)
    #expect(completed.tuningSystem == .pythagorean)
    #expect(abs(completed.userCentError.rawValue - 3.2) < 1e-9)
    #expect(fixture.session.lastResult == completed)
  }

  @Test("what can be observed follows the session and is cleared at its end")
  func observed() async throws {
    let fixture = PitchMatchingFixture()
    let session = fixture.session
    #expect(session.currentValue == nil && session.currentTrial == nil)
    fixture.settings.intervals = [DirectedInterval(.majorThird, .down)]
    try await fixture.go(to: .playingTunable)
    #expect(session.currentInterval == DirectedInterval(.majorThird, .down))
    #expect(session.isIntervalMode)
    #expect(try session.currentTrial == fixture.challenge)
    #expect(session.lastResult == nil)
    session.commitPitch(0)
    #expect(session.currentValue == nil)
    try await fixture.endFeedback()
    #expect(session.lastResult?.userCentError == 0)
    session.stop()
    #expect(session.isIdle && !session.isIntervalMode)
    #expect(session.currentInterval == nil && session.lastResult == nil)
  }

  @Test("intervals and tuning are read at the start, everything else for each challenge")
  func liveSettings() async throws {
    let fixture = PitchMatchingFixture()
    try await fixture.go(to: .showingFeedback)
    fixture.settings.intervals = [DirectedInterval(.octave)]
    fixture.settings.tuningSystem = .quarterCommaMeantone
    fixture.settings.noteDuration = NoteDuration(seconds: 0.5)
    fixture.settings.referencePitch = Frequency(hertz: 415)
    try await fixture.endFeedback()
    let second = try fixture.challenge
    #expect(second.challenge.interval == .prime)
    #expect(second.tuningSystem == .equalTemperament)
    #expect(second.noteDuration == NoteDuration(seconds: 0.5))
    let note = Double(second.challenge.referenceNote.rawValue - 69)
    #expect(abs(second.referenceFrequency.hertz - 415 * Cents(note * 100).ratio) < 1e-9)
    fixture.session.stop()
    fixture.session.start()
    let third = try fixture.challenge
    #expect(third.index == 1)
    #expect(third.challenge.interval == DirectedInterval(.octave))
    #expect(third.tuningSystem == .quarterCommaMeantone)
  }

  @Test(
    "stop ends the training from any state, silences it and records nothing more",
    arguments: TrialPhase.ofMatching.filter { $0 != .idle })
  func stop(state: TrialPhase) async throws {
    let fixture = PitchMatchingFixture()
    try await fixture.go(to: state)
    let recorded = fixture.observer.outcomes.count
    #expect(recorded == ([.showingFeedback, .replaying].contains(state) ? 1 : 0))
    let silenced = fixture.player.stopAllCount
    fixture.session.stop()
    #expect(fixture.session.isIdle)
    #expect(fixture.player.stopAllCount == silenced + 1)
    #expect(fixture.player.handles.filter { !$0.isStopped }.isEmpty)
    #expect(
      fixture.observer.events.suffix(2) == [.state(.idle), .stopped(.requested)])
    let calls = fixture.player.calls.count
    fixture.clock.advance(by: .seconds(10))
    fixture.player.endNotes()
    await settle()
    #expect(fixture.session.isIdle)
    #expect(fixture.player.calls.count == calls)
    #expect(fixture.observer.outcomes.count == recorded)
    #expect(fixture.observer.stops == [.requested])
  }

  @Test("no trial asks for a note or a target that does not sound in tune")
  func silentNotes() {
    let fixture = PitchMatchingFixture()
    fixture.settings.intervals = [.prime, DirectedInterval(.perfectFifth, .down)]
    let silent: Set<Int> = Set(40...50).union([61, 70, 71, 77])
    fixture.player.onCanSound = { frequency in
      let cents = Cents(from: TuningSystem.standardReferencePitch, to: frequency).rawValue
      return !silent.contains(69 + Int((cents / 100).rounded()))
    }
    let asked = fixture.challenges(300).map(\.challenge)
    #expect(asked.allSatisfy { !silent.contains($0.referenceNote.rawValue) })
    #expect(asked.allSatisfy { !silent.contains($0.targetNote.rawValue) })
    #expect(Set(asked.map(\.interval)).count == 2)
  }
}
