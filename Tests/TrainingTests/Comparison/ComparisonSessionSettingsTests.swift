import Music
import TestSupport
import Testing

@testable import Training

@Suite("Comparison session: settings and choices")
@MainActor
struct ComparisonSessionSettingsTests {
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

    let second = try #require(fixture.sessionObserver.posed.last)
    #expect(second.comparison.interval == .prime)
    #expect(second.tuningSystem == .equalTemperament)
    #expect(second.noteDuration == NoteDuration(seconds: 0.5))
    #expect(second.amplitudeDB != AmplitudeDB(0))
    let c4 = 415 * Cents(-900).ratio
    #expect(abs(second.referenceFrequency.hertz - c4) < 1e-9)
    #expect(fixture.strategy.calls.last?.settings.noteRange == range)

    fixture.session.stop()
    fixture.session.start()
    let third = try #require(fixture.sessionObserver.posed.last)
    #expect(third.index == 1)
    #expect(third.comparison.interval == DirectedInterval(.octave))
    #expect(third.tuningSystem == .quarterCommaMeantone)
  }

  @Test("nothing that is set while a challenge sounds moves it")
  func challengeIsACopy() async throws {
    let fixture = ComparisonFixture()
    try await fixture.go(to: .playingNote1)
    fixture.settings.referencePitch = Frequency(hertz: 400)
    fixture.settings.noteDuration = NoteDuration(seconds: 3)
    try await fixture.endNote1()
    let challenge = try #require(fixture.sessionObserver.posed.first)
    #expect(fixture.player.calls.last?.frequency == challenge.targetFrequency)
    #expect(fixture.player.calls.last?.duration == NoteDuration(seconds: 1))
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
    let drawn = fixture.sessionObserver.posed.map(\.comparison.interval)
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
    let levels = fixture.sessionObserver.posed.map(\.amplitudeDB.decibels)
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
    let posed = try #require(fixture.sessionObserver.posed.first)
    #expect(fixture.player.calls.map(\.amplitudeDB) == [AmplitudeDB(0), posed.amplitudeDB])
  }

  @Test("the strategy gets the half of the profile that fits the interval, and the last answer")
  func strategyInput() async throws {
    let fixture = ComparisonFixture()
    fixture.profile.update(
      note: MIDINote(60), centOffset: 20, isCorrect: true, in: .unison)
    fixture.profile.update(
      note: MIDINote(60), centOffset: 30, isCorrect: false, in: .interval)
    try await fixture.go(to: .showingFeedback)
    try await fixture.endFeedback()
    let calls = fixture.strategy.calls
    #expect(calls.map(\.profile.overallMean) == [20, 20])
    #expect(
      calls.map(\.thresholds) == [
        fixture.profile.thresholds.unison, fixture.profile.thresholds.unison,
      ])
    #expect(calls.first?.last == nil)
    #expect(calls.last?.last == fixture.observer.completed.first)
    fixture.session.stop()
    fixture.settings.intervals = [DirectedInterval(.perfectFifth, .down)]
    fixture.session.start()
    #expect(fixture.strategy.calls.last?.profile.overallMean == 30)
    #expect(fixture.strategy.calls.last?.last == nil)
  }

  @Test("a seed repeats a session, another does not")
  func seeds() {
    func challenges(seed: UInt64, loudness: Double = 1) -> [PosedComparison] {
      let fixture = ComparisonFixture(usesKazez: true, seed: seed)
      fixture.settings.intervals = DirectedInterval.all
      fixture.settings.varyLoudness = UnitInterval(loudness)
      for _ in 0..<20 {
        fixture.session.start()
        fixture.session.stop()
      }
      return fixture.sessionObserver.posed
    }
    #expect(challenges(seed: 3) == challenges(seed: 3))
    #expect(challenges(seed: 3) != challenges(seed: 4))
    let withoutRoving = challenges(seed: 3, loudness: 0).map(\.comparison)
    #expect(withoutRoving == challenges(seed: 3).map(\.comparison))
  }
}
