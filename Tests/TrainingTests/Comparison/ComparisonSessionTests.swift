import Foundation
import Music
import TestSupport
import Testing

@testable import Training

@Suite("Comparison session")
@MainActor
struct ComparisonSessionTests {
  @Test("the notes sound as they were posed, the first exact and at 0 dB")
  func sound() async throws {
    let fixture = ComparisonFixture()
    fixture.settings.intervals = [DirectedInterval(.perfectFifth)]
    fixture.settings.tuningSystem = .justIntonation
    fixture.settings.noteDuration = NoteDuration(seconds: 0.3)
    fixture.strategy.referenceNote = MIDINote(69)
    fixture.strategy.centOffset = -12.5
    try await fixture.go(to: .playingNote2)
    let challenge = try #require(fixture.observer.trials.first)
    #expect(challenge.index == 1)
    #expect(challenge.referenceFrequency.hertz == 440)
    let distance = Cents(from: Frequency(hertz: 660), to: challenge.targetFrequency)
    #expect(abs(distance.rawValue + 12.5) < 1e-9)
    let frequencies = [challenge.referenceFrequency, challenge.targetFrequency]
    #expect(
      fixture.player.calls
        == frequencies.map {
          MockNotePlayer.Call(
            frequency: $0, duration: NoteDuration(seconds: 0.3), velocity: .training,
            amplitudeDB: AmplitudeDB(0))
        })
  }

  @Test(
    "an input that does not fit the state changes nothing",
    arguments: [
      (TrialPhase.idle, false, true), (.playingNote1, false, false),
      (.playingNote2, true, false), (.awaitingAnswer, true, false),
      (.showingFeedback, false, false),
    ])
  func statesAndInputs(state: TrialPhase, answerCounts: Bool, startCounts: Bool)
    async throws
  {
    for higher in [true, false] {
      let fixture = ComparisonFixture()
      try await fixture.go(to: state)
      let before = fixture.observer.outcomes.count
      #expect(fixture.session.answer(higher: higher) == answerCounts)
      #expect(fixture.observer.outcomes.count == before + (answerCounts ? 1 : 0))
      #expect(fixture.session.state == (answerCounts ? .showingFeedback : state))
    }
    let fixture = ComparisonFixture()
    try await fixture.go(to: state)
    let events = fixture.observer.events
    fixture.session.start()
    #expect((fixture.observer.events != events) == startCounts)
    #expect(fixture.session.state == (startCounts ? .playingNote1 : state))
  }

  @Test("an answer during note 1 is ignored, and the note sounds on")
  func answerDuringNote1() async throws {
    let fixture = ComparisonFixture()
    try await fixture.go(to: .playingNote1)
    #expect(!fixture.session.answer(higher: true))
    await settle()
    #expect(fixture.player.soundingCount == 1)
    #expect(fixture.player.cancelledCount == 0)
    #expect(fixture.observer.outcomes.isEmpty)
  }

  @Test("an answer during note 2 counts at once and stops the note before anyone is told")
  func answerDuringNote2() async throws {
    let fixture = ComparisonFixture()
    try await fixture.go(to: .playingNote2)
    var soundingWhenTold: Int?
    fixture.observer.onEvent = { event in
      if case .result = event { soundingWhenTold = fixture.player.soundingCount }
    }
    #expect(fixture.session.answer(higher: true))
    #expect(fixture.session.state == .showingFeedback)
    #expect(fixture.observer.outcomes.count == 1)
    #expect(soundingWhenTold == 0)
    #expect(fixture.player.stopAllCount == 1)
  }

  @Test("with a scale of the user's own the second note is the scale's degree, on every note")
  func scale() async throws {
    let fixture = ComparisonFixture()
    let scale = ScalaScale(pitches: [Cents(ratio: 7.0 / 6), Cents(ratio: 1.5), 1200])
    fixture.settings.tuningSystem = .scala(ScalaTuning(name: "septimal", scale: scale))
    fixture.settings.intervals = [DirectedInterval(.minorThird, .down)]
    fixture.strategy.referenceNote = MIDINote(61)
    fixture.strategy.centOffset = 0.5
    try await fixture.go(to: .showingFeedback)
    let challenge = try #require(fixture.observer.trials.first)
    let ratio = challenge.targetFrequency.hertz / challenge.referenceFrequency.hertz
    #expect(abs(ratio / (6.0 / 7 * Cents(0.5).ratio) - 1) < 1e-12)
    #expect(fixture.observer.outcomes.first?.tuningSystem.identifier == "scala:septimal")
  }

  @Test("the result says what was asked, answered, in which tuning and when")
  func result() async throws {
    let fixture = ComparisonFixture()
    fixture.settings.tuningSystem = .pythagorean
    try await fixture.go(to: .awaitingAnswer)
    fixture.session.answer(higher: false)
    let completed = try #require(fixture.observer.outcomes.first)
    #expect(completed.id == ComparisonFixture.id)
    #expect(completed.timestamp == ComparisonFixture.date)
    #expect(completed.challenge == fixture.observer.trials.first?.challenge)
    #expect(completed.tuningSystem == .pythagorean)
    #expect(!completed.answeredHigher)
    #expect(!completed.isCorrect)
    #expect(fixture.session.isLastAnswerCorrect == false)
  }

  @Test("what can be observed follows the session and is cleared at its end")
  func observed() async throws {
    let fixture = ComparisonFixture()
    let session = fixture.session
    fixture.settings.intervals = [DirectedInterval(.majorThird, .down)]
    fixture.strategy.centOffset = -7.5
    try await fixture.go(to: .awaitingAnswer)
    #expect(session.currentInterval == DirectedInterval(.majorThird, .down))
    #expect(session.isIntervalMode)
    #expect(session.currentDifficulty == 7.5)
    #expect(session.isLastAnswerCorrect == nil)
    session.answer(higher: false)
    #expect(session.isLastAnswerCorrect == true)
    try await fixture.endFeedback()
    #expect(session.isLastAnswerCorrect == true)
    session.stop()
    #expect(session.isIdle)
    #expect(session.currentInterval == nil)
    #expect(session.currentDifficulty == nil)
    #expect(session.isLastAnswerCorrect == nil)
    #expect(!session.isIntervalMode)
  }

  @Test("training of the prime alone is not in interval mode")
  func unisonMode() async throws {
    let fixture = ComparisonFixture()
    try await fixture.go(to: .playingNote1)
    #expect(!fixture.session.isIntervalMode)
    #expect(fixture.session.currentInterval == .prime)
  }

  @Test(
    "stop ends the training from any state, silences it and records nothing more",
    arguments: TrialPhase.ofComparison.filter { $0 != .idle })
  func stop(state: TrialPhase) async throws {
    let fixture = ComparisonFixture()
    try await fixture.go(to: state)
    let recorded = fixture.observer.outcomes.count
    #expect(recorded == ([.showingFeedback, .replaying].contains(state) ? 1 : 0))
    let silenced = fixture.player.stopAllCount
    fixture.session.stop()
    #expect(fixture.session.isIdle)
    #expect(fixture.player.stopAllCount == silenced + 1)
    #expect(
      fixture.observer.events.suffix(2) == [.state(.idle), .stopped(.requested)])
    let calls = fixture.player.calls.count
    fixture.clock.advance(by: .seconds(10))
    fixture.player.endNotes()
    await settle()
    #expect(fixture.session.isIdle)
    #expect(fixture.player.soundingCount == 0)
    #expect(fixture.player.calls.count == calls)
    #expect(fixture.observer.outcomes.count == recorded)
    #expect(fixture.observer.stops == [.requested])
  }

  @Test("intervals and tuning are read at the start, everything else for each comparison")
  func liveSettings() async throws {
    let fixture = ComparisonFixture()
    try await fixture.go(to: .showingFeedback)
    let range = try #require(NoteRange(lowest: 40, highest: 60))
    fixture.settings.intervals = [DirectedInterval(.octave)]
    fixture.settings.tuningSystem = .quarterCommaMeantone
    fixture.settings.noteRange = range
    fixture.settings.noteDuration = NoteDuration(seconds: 0.5)
    fixture.settings.referencePitch = Frequency(hertz: 415)
    fixture.settings.varyLoudness = UnitInterval(1)
    try await fixture.endFeedback()

    let second = try #require(fixture.observer.trials.last)
    #expect(second.challenge.interval == .prime)
    #expect(second.tuningSystem == .equalTemperament)
    #expect(second.noteDuration == NoteDuration(seconds: 0.5))
    #expect(second.amplitudeDB != AmplitudeDB(0))
    let c4 = 415 * Cents(-900).ratio
    #expect(abs(second.referenceFrequency.hertz - c4) < 1e-9)
    #expect(fixture.strategy.calls.last?.notes == range.notes(for: .prime))

    fixture.session.stop()
    fixture.session.start()
    let third = try #require(fixture.observer.trials.last)
    #expect(third.index == 1)
    #expect(third.challenge.interval == DirectedInterval(.octave))
    #expect(third.tuningSystem == .quarterCommaMeantone)
  }

  @Test("nothing that is set while a challenge sounds moves it")
  func challengeIsACopy() async throws {
    let fixture = ComparisonFixture()
    try await fixture.go(to: .playingNote1)
    fixture.settings.referencePitch = Frequency(hertz: 400)
    fixture.settings.noteDuration = NoteDuration(seconds: 3)
    try await fixture.endNote1()
    let challenge = try #require(fixture.observer.trials.first)
    #expect(fixture.player.calls.last?.frequency == challenge.targetFrequency)
    #expect(fixture.player.calls.last?.duration == NoteSpan(seconds: 1))
  }

  @Test("every interval of the set is drawn, and no other")
  func intervals() {
    let fixture = ComparisonFixture()
    let intervals = ["P1", "P5", "M3-"].compactMap { DirectedInterval($0) }
    fixture.settings.intervals = intervals
    for _ in 0..<300 {
      fixture.session.start()
      fixture.session.stop()
    }
    let drawn = fixture.observer.trials.map(\.challenge.interval)
    for interval in intervals {
      #expect((70...130).contains(drawn.count { $0 == interval }))
    }
    #expect(Set(drawn) == Set(intervals))
  }

  @Test(
    "the second note's level is uniform within ± varyLoudness × 5 dB, the first's untouched",
    arguments: [0, 0.1, 0.5, 1])
  func loudness(share: Double) {
    let fixture = ComparisonFixture(seed: 7)
    fixture.settings.varyLoudness = UnitInterval(share)
    for _ in 0..<500 {
      fixture.session.start()
      fixture.session.stop()
    }
    let levels = fixture.observer.trials.map(\.amplitudeDB.decibels)
    #expect(levels.allSatisfy { abs($0) <= share * 5 })
    if share == 0 {
      #expect(levels.allSatisfy { $0 == 0 && $0.sign == .plus })
    } else {
      #expect(levels.contains { $0 > share * 4.5 })
      #expect(levels.contains { $0 < -share * 4.5 })
      #expect(abs(levels.reduce(0, +) / 500) < share * 0.5)
    }
  }

  @Test("with loudness roving the first note sounds at 0 dB and the second as posed")
  func loudnessOfNotes() async throws {
    let fixture = ComparisonFixture()
    fixture.settings.varyLoudness = UnitInterval(1)
    try await fixture.go(to: .playingNote2)
    let posed = try #require(fixture.observer.trials.first)
    #expect(fixture.player.calls.map(\.amplitudeDB) == [AmplitudeDB(0), posed.amplitudeDB])
  }

  @Test("the strategy gets what is believed now, and the last answer")
  func strategyInput() async throws {
    let fixture = ComparisonFixture()
    fixture.hearing.addComparison(
      note: MIDINote(60), centOffset: 20, isCorrect: true, interval: .prime,
      date: ComparisonFixture.date)
    let level = fixture.hearing.unison.melodic.level
    try await fixture.go(to: .showingFeedback)
    try await fixture.endFeedback()
    let calls = fixture.strategy.calls
    #expect(calls.map(\.hearing.profile.discrimination.unison.overallMean) == [20, 20])
    #expect(calls.map(\.hearing.unison.melodic.level) == [level, level])
    #expect(calls.first?.last == nil)
    #expect(calls.last?.last == fixture.observer.outcomes.first)
    fixture.session.stop()
    fixture.session.start()
    #expect(fixture.strategy.calls.last?.last == nil)
  }

  @Test("the day of the comparison has begun when it is chosen")
  func dayOfChoice() async throws {
    let fixture = ComparisonFixture()
    let note = MIDINote(60)
    for place in 0..<20 {
      fixture.hearing.addComparison(
        note: note, centOffset: 20, isCorrect: place % 3 == 0, interval: .prime,
        date: ComparisonFixture.date - 3 * 24 * 60 * 60)
    }
    let before = fixture.hearing.believedThreshold(of: note, at: .prime)
    try await fixture.go(to: .playingNote1)
    let chosen = try #require(fixture.strategy.calls.first)
    #expect(chosen.hearing.believedThreshold(of: note, at: .prime) != before)
    #expect(chosen.hearing.unison.melodic.level == fixture.hearing.unison.melodic.level)
  }

  @Test("a seed repeats a session, another does not")
  func seeds() {
    func challenges(seed: UInt64, loudness: Double = 1) -> [PosedTrial] {
      let fixture = ComparisonFixture(usesKazez: true, seed: seed)
      fixture.settings.intervals = DirectedInterval.all
      fixture.settings.varyLoudness = UnitInterval(loudness)
      for _ in 0..<20 {
        fixture.session.start()
        fixture.session.stop()
      }
      return fixture.observer.trials
    }
    #expect(challenges(seed: 3) == challenges(seed: 3))
    #expect(challenges(seed: 3) != challenges(seed: 4))
    let withoutRoving = challenges(seed: 3, loudness: 0).map(\.challenge)
    #expect(withoutRoving == challenges(seed: 3).map(\.challenge))
  }

  @Test(
    "no trial asks for a note or a target that does not sound in tune, with either strategy",
    arguments: StrategyName.allCases)
  func silentNotes(strategy: StrategyName) throws {
    let fixture = ComparisonFixture(usesKazez: true)
    fixture.settings.strategy = strategy
    fixture.settings.intervals = [.prime, DirectedInterval(.perfectFifth)]
    let silent: Set<Int> = Set(40...50).union([61, 70, 71, 77])
    fixture.player.onCanSound = { !silent.contains(Self.note(of: $0)) }
    for _ in 0..<300 {
      fixture.session.start()
      fixture.session.stop()
    }
    let asked = fixture.observer.trials.map(\.challenge)
    #expect(asked.count == 300)
    #expect(asked.allSatisfy { !silent.contains($0.referenceNote.rawValue) })
    #expect(asked.allSatisfy { !silent.contains($0.targetNote.rawValue) })
    #expect(Set(asked.map(\.interval)).count == 2)
    #expect(Set(asked.map(\.referenceNote)).count > 20)
  }

  private static func note(of frequency: Frequency) -> Int {
    let cents = Cents(from: TuningSystem.standardReferencePitch, to: frequency).rawValue
    return 69 + Int((cents / 100).rounded())
  }
}
