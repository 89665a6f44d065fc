import Foundation
import Music
import TestSupport
import Testing
import Training

@testable import Console
@testable import PeachApp

@Suite("Comparison views")
@MainActor
struct ComparisonViewTests {
  private let output = TextRecorder()
  private let messages = TextRecorder()
  private let ready = ReadyDescription(
    client: "peach", sampleRate: 48_000, bufferSize: 64,
    audioPorts: ["peach:out_1", "peach:out_2"], midiPort: "peach:midi_in", soundSource: "sf2:8:80")

  private func challenge(_ interval: DirectedInterval = .prime, index: Int = 1) -> PosedComparison {
    PosedComparison(
      index: index,
      comparison: Comparison(
        referenceNote: MIDINote(60), interval: interval, centOffset: Cents(-12.5)),
      tuningSystem: .equalTemperament, referencePitch: Frequency(hertz: 440),
      noteDuration: NoteDuration(seconds: 1), amplitudeDB: AmplitudeDB(0))
  }

  private func completed(_ challenge: PosedComparison, higher: Bool) throws -> CompletedComparison {
    CompletedComparison(
      id: try #require(UUID(uuidString: "8D2A7A2E-0F0C-4E4B-9F35-0C7E0B1D2F3A")),
      comparison: challenge.comparison, answeredHigher: higher,
      tuningSystem: challenge.tuningSystem,
      timestamp: Date(timeIntervalSince1970: 1_795_255_200.123))
  }

  private func terminalView(
    _ glyphs: Glyphs, best: Cents?, ringsBell: Bool
  ) -> ComparisonTerminalView {
    ComparisonTerminalView(
      panel: TrainingPanel(output: output, columns: 60, glyphs: glyphs), glyphs: glyphs,
      sessionBest: { best },
      ringsBell: { ringsBell })
  }

  /// One whole comparison, as a session tells it.
  private func run(_ view: any ComparisonView, _ challenge: PosedComparison, higher: Bool) throws {
    view.comparisonPosed(challenge)
    for state in [ComparisonState.playingNote1, .playingNote2, .awaitingAnswer, .showingFeedback] {
      view.comparisonStateChanged(to: state)
    }
    view.comparisonCompleted(try completed(challenge, higher: higher))
  }

  @Test("JSON: each event is one line, its members in their documented order")
  func json() throws {
    let events = JSONEvents(output: output)
    let view = JSONTrainingView(.comparison, events: events)
    view.showReady(ready)
    try run(
      ComparisonJSONView(events: events, isStored: { _ in true }),
      challenge(DirectedInterval(.perfectFifth)), higher: false)
    view.showNotice(.ignored(command: "higher"))
    view.showFault(.serverGone)
    view.showStopped(.trials, trials: 1)
    #expect(
      output.lines == [
        #"{"event":"ready","client":"peach","sampleRate":48000,"bufferSize":64,"#
          + #""audioPorts":["peach:out_1","peach:out_2"],"midiPort":"peach:midi_in","#
          + #""soundSource":"sf2:8:80"}"#,
        #"{"event":"trial","training":"comparison","index":1,"referenceNote":60,"targetNote":67,"#
          + #""interval":"P5","tuningSystem":"equal","centOffset":-12.5,"#
          + #""referenceFrequency":261.6255653005986,"targetFrequency":"#
          + "\(challenge(DirectedInterval(.perfectFifth)).targetFrequency.hertz)"
          + #","amplitudeDB":0}"#,
        #"{"event":"state","training":"comparison","state":"playingNote1"}"#,
        #"{"event":"state","training":"comparison","state":"playingNote2"}"#,
        #"{"event":"state","training":"comparison","state":"awaitingAnswer"}"#,
        #"{"event":"state","training":"comparison","state":"showingFeedback"}"#,
        #"{"event":"result","training":"comparison","index":1,"#
          + #""id":"8d2a7a2e-0f0c-4e4b-9f35-0c7e0b1d2f3a","isCorrect":true,"#
          + #""answeredHigher":false,"centOffset":-12.5,"timestamp":"2026-11-21T10:00:00.123Z","#
          + #""tuningSystem":"equal"}"#,
        #"{"event":"notice","code":"ignored","message":"\#(Notice.ignored(command: "higher").message)"}"#,
        #"{"event":"error","code":"jackServerGone","message":"\#(Fault.serverGone.message)"}"#,
        #"{"event":"stopped","reason":"trials","trials":1}"#,
      ])
  }

  @Test("JSON: a result that could not be stored has no id")
  func jsonUnstored() throws {
    let view = ComparisonJSONView(
      events: JSONEvents(output: output), isStored: { _ in false })
    view.comparisonCompleted(try completed(challenge(), higher: true))
    #expect(output.text.contains(#""id":null,"isCorrect":false"#))
  }

  @Test("pipe: results on standard output, everything else on standard error, no escape codes")
  func pipe() throws {
    let view = LineTrainingView(.comparison, messages: messages)
    let comparisons = ComparisonLineView(
      output: output, messages: messages, glyphs: .ascii, sessionBest: { 12.5 })
    view.showReady(ready)
    try run(comparisons, challenge(), higher: true)
    try run(comparisons, challenge(DirectedInterval(.majorThird, .down), index: 2), higher: false)
    view.showNotice(.unknownCommand("x", .comparison))
    view.showNotice(.xrun(count: 2))
    view.showNotice(.xrun(count: 1))
    comparisons.comparisonSessionStopped(.requested)
    view.showStopped(.endOfInput, trials: 2)
    #expect(
      output.lines == [
        "1  x wrong   it was 12.5 cents lower   (C4)",
        "2  + right   it was 12.5 cents lower   (C4, major third down, equal)",
      ])
    #expect(messages.lines.first == "peach:out_1, peach:out_2: sf2:8:80, 48000 Hz, 64 frames")
    #expect(messages.lines.contains("2  major third down: higher or lower?"))
    #expect(
      messages.lines.suffix(2).first == "The smallest difference told right: 12.5 cents.")
    #expect(messages.lines.last == "Ended after 2 comparisons. JACK lost the beat 3 times.")
    #expect(!(output.text + messages.text).contains("\u{1B}"))
  }

  private var screen: [String] { TerminalModel(columns: 60).screen(after: output.text) }

  @Test(
    "terminal: what is trained, what sounds, the last result and the course stay on their lines")
  func terminal() throws {
    let view = terminalView(.unicode, best: nil, ringsBell: true)
    let challenge = challenge()
    view.comparisonPosed(challenge)
    view.comparisonStateChanged(to: .playingNote1)
    #expect(screen == ["Comparison, unison", "1   ♪ first note", "", "q ends, ? helps"])
    view.comparisonStateChanged(to: .playingNote2)
    #expect(screen[1] == "1   ♪ second note   ↑ higher   ↓ lower")
    view.comparisonStateChanged(to: .showingFeedback)
    view.comparisonCompleted(try completed(challenge, higher: true))
    #expect(output.text.contains("\u{7}"))
    #expect(
      screen.suffix(4) == [
        "1  ✗ wrong   it was 12.5 cents lower   (C4)", "▆", "x", "q ends, ? helps",
      ])
    view.comparisonStateChanged(to: .idle)
    #expect(screen.allSatisfy { $0.isEmpty || $0 == "\u{7}" })
  }

  @Test("terminal: the bell rings for wrong answers only, and only where it is wanted")
  func bell() throws {
    let silent = terminalView(.ascii, best: nil, ringsBell: false)
    try run(silent, challenge(), higher: true)
    let ringing = terminalView(.ascii, best: nil, ringsBell: true)
    try run(ringing, challenge(), higher: false)
    #expect(!output.text.contains("\u{7}"))
  }

  @Test("the session's best is said at its end, if there is one, and of each session anew")
  func best() throws {
    let view = terminalView(.ascii, best: 3.6, ringsBell: false)
    view.comparisonSessionStopped(.requested)
    #expect(output.text.isEmpty)
    try run(view, challenge(), higher: false)
    view.comparisonSessionStopped(.requested)
    view.comparisonSessionStopped(.requested)
    let said = output.text.components(
      separatedBy: "The smallest difference told right: 3.60 cents.")
    #expect(said.count == 2)
  }
}
