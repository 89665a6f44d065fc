import Foundation
import Music
import TestSupport
import Testing
import Training

@testable import PeachApp

@Suite("Pitch matching views")
@MainActor
struct PitchMatchingViewTests {
  private let output = TextRecorder()
  private let messages = TextRecorder()

  private func challenge(_ interval: DirectedInterval = .prime, index: Int = 1)
    -> PosedPitchMatching
  {
    PosedPitchMatching(
      index: index,
      challenge: PitchMatchingChallenge(
        referenceNote: MIDINote(60), interval: interval, initialCentOffset: 41.7),
      tuningSystem: .justIntonation, referencePitch: Frequency(hertz: 440),
      noteDuration: NoteDuration(seconds: 1), amplitudeDB: AmplitudeDB(-2.5))
  }

  private func completed(
    _ challenge: PosedPitchMatching, error: Cents
  ) throws -> CompletedPitchMatching {
    CompletedPitchMatching(
      id: try #require(UUID(uuidString: "8D2A7A2E-0F0C-4E4B-9F35-0C7E0B1D2F3A")),
      challenge: challenge.challenge, userCentError: error, tuningSystem: challenge.tuningSystem,
      timestamp: Date(timeIntervalSince1970: 1_795_255_200.123))
  }

  /// One whole challenge, as a session tells it.
  private func run(
    _ view: any PitchMatchingView, _ challenge: PosedPitchMatching, error: Cents
  ) throws {
    view.pitchMatchingPosed(challenge)
    for state in [PitchMatchingState.playingReference, .playingTunable, .showingFeedback] {
      view.pitchMatchingStateChanged(to: state)
    }
    view.pitchMatchingCompleted(try completed(challenge, error: error))
  }

  @Test("JSON: each event is one line, its members in their documented order")
  func json() throws {
    let view = PitchMatchingJSONView(
      events: JSONEvents(output: output), isStored: { _ in true })
    let challenge = challenge(DirectedInterval(.perfectFifth))
    try run(view, challenge, error: -3.2)
    #expect(
      output.lines == [
        #"{"event":"trial","training":"matching","index":1,"referenceNote":60,"targetNote":67,"#
          + #""interval":"P5","tuningSystem":"just","initialCentOffset":41.7,"#
          + #""referenceFrequency":261.6255653005986,"targetFrequency":"#
          + "\(challenge.targetFrequency.hertz)"
          + #","amplitudeDB":-2.5}"#,
        #"{"event":"state","training":"matching","state":"playingReference"}"#,
        #"{"event":"state","training":"matching","state":"playingTunable"}"#,
        #"{"event":"state","training":"matching","state":"showingFeedback"}"#,
        #"{"event":"result","training":"matching","index":1,"userCentError":-3.2,"#
          + #""id":"8d2a7a2e-0f0c-4e4b-9f35-0c7e0b1d2f3a","initialCentOffset":41.7,"#
          + #""timestamp":"2026-11-21T10:00:00.123Z"}"#,
      ])
  }

  @Test("JSON: a result that could not be stored has no id; help lists this training's commands")
  func jsonOthers() throws {
    let events = JSONEvents(output: output)
    let view = PitchMatchingJSONView(events: events, isStored: { _ in false })
    view.pitchMatchingCompleted(try completed(challenge(), error: 1))
    #expect(output.text.contains(#""userCentError":1,"id":null"#))
    JSONTrainingView(.matching, events: events).showHelp()
    #expect(output.lines.last?.contains("slider V, nudge CENTS, commit") == true)
  }

  @Test(
    "a result has signed cents, direction and band in words",
    arguments: [
      (0.0, "0 cents   exact"), (-0.004, "0 cents   exact"),
      (3.2, "+3.20 cents   sharp, under 10"), (-0.05, "-0.05 cents   flat, under 10"),
      (10, "+10.0 cents   sharp, up to 30"), (-30, "-30.0 cents   flat, up to 30"),
      (41.7, "+41.7 cents   sharp, beyond 30"),
    ])
  func words(error: Double, expected: String) throws {
    let completed = try completed(challenge(), error: Cents(error))
    #expect(PitchMatchingText.result(completed, index: 7) == "7  \(expected)   (C4)")
  }

  @Test("pipe: results on standard output, everything else on standard error, no escape codes")
  func pipe() throws {
    let view = LineTrainingView(.matching, messages: messages)
    let matchings = PitchMatchingLineView(output: output, messages: messages)
    view.showHelp()
    try run(matchings, challenge(), error: 3.2)
    try run(matchings, challenge(DirectedInterval(.majorThird, .down), index: 2), error: -12.34)
    view.showNotice(.unknownCommand("x", .matching))
    view.showNotice(.badValue(command: "slider", value: "3", allowed: "a number from -1 to 1"))
    view.showNotice(.ignored(command: "higher"))
    view.showStopped(.endOfInput, trials: 2)
    #expect(
      output.lines == [
        "1  +3.20 cents   sharp, under 10   (C4)",
        "2  -12.3 cents   flat, up to 30   (C4, major third down, just)",
      ])
    #expect(
      messages.lines == [
        "Tune the second note. Commands: slider V (-1 to 1), nudge CENTS, commit, quit (q), help (?)",
        "1: reference note", "1: tune it, then commit",
        "2  major third down: reference note", "2  major third down: tune it, then commit",
        "peach: 'x' is no command; there are slider V, nudge CENTS, commit, start, help (?) and quit (q)",
        "peach: slider takes a number from -1 to 1, not '3'",
        "peach: higher does not fit here and was ignored",
        "Ended after 2 matchings.",
      ])
    #expect(!(output.text + messages.text).contains("\u{1B}"))
  }

  @Test(
    "terminal: what is trained, what sounds and tunes it, and the last result stay on their lines")
  func terminal() throws {
    let view = PitchMatchingTerminalView(
      panel: TrainingPanel(output: output, glyphs: .unicode), glyphs: .unicode)
    let challenge = challenge(DirectedInterval(.perfectFifth))
    view.pitchMatchingPosed(challenge)
    view.pitchMatchingStateChanged(to: .playingReference)
    #expect(screen[0] == "Pitch matching, intervals (just)")
    #expect(screen[1] == "1  perfect fifth up   ♪ reference note")
    view.pitchMatchingStateChanged(to: .playingTunable)
    #expect(screen[1] == "1  perfect fifth up   ♪ tune it: ← → fine, ↑ ↓ coarse, then Enter")
    view.pitchMatchingStateChanged(to: .showingFeedback)
    view.pitchMatchingCompleted(try completed(challenge, error: -3.2))
    #expect(screen[2] == "1  -3.20 cents   flat, under 10   (C4, perfect fifth up, just)")
    #expect(screen.suffix(3) == ["▄", "-", "q ends, ? helps"])
  }

  @Test("what a person sees before the commit is the same wherever the target is")
  func nothingGivenAway() {
    let shown = [-100.0, -3.7, 0, 55.5].map { offset in
      let output = TextRecorder()
      let panel = TrainingPanel(output: output, columns: 200, glyphs: .unicode)
      let views: [any PitchMatchingView] = [
        PitchMatchingTerminalView(panel: panel, glyphs: .unicode),
        PitchMatchingLineView(output: output, messages: output),
      ]
      let posed = PosedPitchMatching(
        index: 1,
        challenge: PitchMatchingChallenge(
          referenceNote: MIDINote(60), interval: .prime, initialCentOffset: Cents(offset)),
        tuningSystem: .equalTemperament, referencePitch: Frequency(hertz: 440),
        noteDuration: NoteDuration(seconds: 1), amplitudeDB: AmplitudeDB(0))
      for view in views {
        view.pitchMatchingPosed(posed)
        for state in [PitchMatchingState.playingReference, .playingTunable] {
          view.pitchMatchingStateChanged(to: state)
        }
      }
      return output.text
    }
    #expect(Set(shown).count == 1)
  }

  private var screen: [String] { TerminalModel(columns: 80).screen(after: output.text) }
}
