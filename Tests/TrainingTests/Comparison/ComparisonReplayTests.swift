import Music
import TestSupport
import Testing

@testable import Training

/// Which notes the player is asked for when an answered comparison is heard once more.
@Suite("A comparison heard once more")
@MainActor
struct ComparisonReplayTests {
  /// What sounds in a comparison.
  struct Sound: CustomTestStringConvertible {
    var name: String
    var interval = DirectedInterval.prime
    var presentation = Presentation.melodic
    var accompaniment = [DirectedInterval.prime]

    var testDescription: String { name }

    static let all = [
      Sound(name: "a unison in sequence"),
      Sound(name: "a unison together", presentation: .harmonic),
      Sound(name: "a fifth", interval: DirectedInterval(.perfectFifth)),
      Sound(name: "a falling third", interval: DirectedInterval(.majorThird, .down)),
      Sound(
        name: "a falling third together", interval: DirectedInterval(.majorThird, .down),
        presentation: .harmonic),
      Sound(
        name: "a third after a fifth", interval: DirectedInterval(.majorThird),
        accompaniment: [.prime, DirectedInterval(.perfectFifth)]),
      Sound(
        name: "a unison after its fifth alone",
        accompaniment: [DirectedInterval(.perfectFifth)]),
    ]
  }

  /// How the user comes to hear it.
  enum Way: CaseIterable {
    case wrongAnswer, again, last, pause
  }

  private func fixture(_ sound: Sound) -> ComparisonFixture {
    let fixture = ComparisonFixture()
    fixture.settings.afterWrongAnswer = .replay
    fixture.settings.intervals = [sound.interval]
    fixture.settings.presentation = sound.presentation
    fixture.settings.accompaniment = sound.accompaniment
    fixture.settings.varyLoudness = UnitInterval(1)
    fixture.player.endsNotesInstantly = true
    return fixture
  }

  /// What is heard once more, in hertz, in the order in which it was asked for.
  private func replay(_ sound: Sound, _ way: Way) async throws -> (Passage, PosedTrial) {
    let fixture = fixture(sound)
    let session = fixture.session
    session.start()
    try await waitForState(session, .awaitingAnswer)
    let trial = try #require(session.currentTrial)
    var passages = fixture.player.passages.count
    // Only a wrong answer is heard once more by itself.
    let isRight = way != .wrongAnswer
    session.answer(higher: trial.challenge.isTargetHigher == isRight)
    switch way {
    case .wrongAnswer: fixture.clock.advance(by: .feedback)
    case .again: session.handle(.again)
    case .last:
      fixture.clock.advance(by: .feedback)
      try await waitForState(session, .awaitingAnswer)
      passages = fixture.player.passages.count
      session.handle(.last)
    case .pause:
      session.pause(.asked)
      session.handle(.again)
    }
    try await waitForState(session, .replaying)
    try await wait(for: "the replay") { fixture.player.passages.count > passages }
    return (fixture.player.passages[passages], trial)
  }

  @Test("it is heard as it was asked, then as it is true", arguments: Sound.all, Way.allCases)
  func truth(sound: Sound, way: Way) async throws {
    let (passage, trial) = try await replay(sound, way)
    let voices = trial.voices.map(\.frequency)
    let (given, truth) = (trial.targetFrequency, trial.trueFrequency)
    let expected =
      trial.isUnisonInSequence
      ? voices + [given]
      : sound.presentation == .harmonic
        ? voices + [given, truth] : voices + [given] + voices + [truth]
    #expect(passage.notes.map(\.request.frequency) == expected)
    #expect(expected.contains { abs(Cents(from: truth, to: $0).rawValue) < 1e-9 })
    let places =
      trial.isUnisonInSequence
      ? [voices.count] : [voices.count, passage.notes.count - 1]
    let targets = places.map { passage.notes[$0] }
    #expect(Set(targets.map(\.request.amplitudeDB)).count == 1, "no roving")
    #expect(passage.notes.allSatisfy { ($0.duration?.seconds ?? 9) <= 1.6 })
    #expect(targets.allSatisfy { ($0.duration?.seconds ?? 9) <= 1.6 })
  }

  @Test("it is heard as often as it is asked for, from the beginning")
  func again() async throws {
    let fixture = fixture(Sound(name: "", interval: DirectedInterval(.perfectFifth)))
    fixture.player.endsNotesInstantly = false
    try await fixture.go(to: .replaying)
    let first = try #require(fixture.player.passages.last)
    let count = fixture.player.passages.count
    fixture.session.handle(.again)
    try await wait(for: "the replay") { fixture.player.passages.count == count + 1 }
    #expect(fixture.player.passages.last == first)
    #expect(first.notes.count == 4)
  }
}
