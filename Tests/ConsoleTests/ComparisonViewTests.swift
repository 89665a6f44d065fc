import Foundation
import Music
import Testing
import Training

@testable import Console

@Suite("Comparison views")
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
    let view = ComparisonJSONView(output: output, isStored: { _ in true })
    view.showReady(ready)
    try run(view, challenge(DirectedInterval(.perfectFifth)), higher: false)
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
    let view = ComparisonJSONView(output: output, isStored: { _ in false })
    view.comparisonCompleted(try completed(challenge(), higher: true))
    #expect(output.text.contains(#""id":null,"isCorrect":false"#))
  }

  @Test("JSON: numbers come back exactly, text with quotes and control characters stays one line")
  func jsonValues() throws {
    var line = JSONLine()
    let numbers = [
      0.1 + 0.2, 1e-9, 123_456_789.123_456_78, -0.0, .leastNonzeroMagnitude,
      .greatestFiniteMagnitude,
    ]
    line.add("numbers", numbers)
    line.add("text", "a \"b\"\n\u{1}\u{2028}é")
    line.add("bad", Double.nan)
    line.add("none", Int?.none)
    #expect(!line.description.contains("\n"))
    struct Reading: Decodable {
      let numbers: [Double]
      let text: String
      let bad: Double?
      let none: Int?
    }
    let reading = try JSONDecoder().decode(Reading.self, from: Data(line.description.utf8))
    #expect(reading.numbers == numbers)
    #expect(reading.text == "a \"b\"\n\u{1}\u{2028}é")
    #expect(reading.bad == nil && reading.none == nil)
  }

  @Test("pipe: results on standard output, everything else on standard error, no escape codes")
  func pipe() throws {
    let view = ComparisonLineView(output: output, messages: messages, glyphs: .ascii)
    view.showReady(ready)
    try run(view, challenge(), higher: true)
    try run(view, challenge(DirectedInterval(.majorThird, .down), index: 2), higher: false)
    view.showNotice(.unknownCommand("x"))
    view.showNotice(.xrun(count: 2))
    view.showNotice(.xrun(count: 1))
    view.showStopped(.endOfInput, trials: 2)
    #expect(
      output.lines == [
        "1  x wrong   it was 12.5 cents lower   (C4)",
        "2  + right   it was 12.5 cents lower   (C4, major third down, equal)",
      ])
    #expect(messages.lines.first == "peach:out_1, peach:out_2: sf2:8:80, 48000 Hz, 64 frames")
    #expect(messages.lines.contains("2  major third down: higher or lower?"))
    #expect(messages.lines.last == "Ended after 2 comparisons. JACK lost the beat 3 times.")
    #expect(!(output.text + messages.text).contains("\u{1B}"))
  }

  @Test("terminal: what sounds and what may be answered stands on one line that is rewritten")
  func terminal() throws {
    let view = ComparisonTerminalView(
      output: output, glyphs: .unicode, ringsBell: { true }, columns: { 60 })
    let challenge = challenge()
    view.comparisonPosed(challenge)
    view.comparisonStateChanged(to: .playingNote1)
    #expect(output.text.hasSuffix("♪ first note"))
    view.comparisonStateChanged(to: .playingNote2)
    #expect(output.text.contains("♪ second note   ↑ higher   ↓ lower"))
    view.comparisonStateChanged(to: .showingFeedback)
    view.comparisonCompleted(try completed(challenge, higher: true))
    #expect(output.text.hasSuffix("1  ✗ wrong   it was 12.5 cents lower   (C4)\n"))
    #expect(output.text.contains("\u{7}"))
    #expect(!output.text.contains("\u{1B}"))
  }

  @Test("terminal: the bell rings for wrong answers only, and only where it is wanted")
  func bell() throws {
    let silent = ComparisonTerminalView(output: output, glyphs: .ascii, ringsBell: { false })
    try run(silent, challenge(), higher: true)
    let ringing = ComparisonTerminalView(output: output, glyphs: .ascii, ringsBell: { true })
    try run(ringing, challenge(), higher: false)
    #expect(!output.text.contains("\u{7}"))
  }

  /// A server that goes, three tries to find another, and one that comes.
  private func loseServer(_ view: any ComparisonView) {
    view.showFault(.serverGone)
    view.showStopped(.interrupted, trials: 4)
    for wait in [0.1, 0.2, 0.5] { view.showNotice(.reconnecting(wait: .seconds(wait))) }
    view.showNotice(.reconnected(client: "peach"))
    view.showNotice(.connectionRestored(port: "out_1", peer: "system:playback_1"))
    view.showNotice(.connectionMissing(port: "out_2", peer: "desk:in"))
    view.showReady(ready)
    view.showNotice(.waitingForStart)
  }

  @Test("JSON: a lost server is told step by step, with what a script needs of each")
  func jsonServerLoss() throws {
    loseServer(ComparisonJSONView(output: output, isStored: { _ in true }))
    let lines = output.lines
    #expect(lines[0].contains(#""code":"jackServerGone""#))
    #expect(lines[1] == #"{"event":"stopped","reason":"interrupted","trials":4}"#)
    #expect(lines[2].hasSuffix(#","wait":0.1}"#) && lines[4].hasSuffix(#","wait":0.5}"#))
    #expect(lines[5].contains(#""code":"reconnected""#))
    #expect(lines[6].hasSuffix(#","port":"out_1","peer":"system:playback_1"}"#))
    #expect(lines[7].contains(#""code":"connectionMissing""#))
    #expect(lines[8].hasPrefix(#"{"event":"ready""#))
    #expect(lines[9].contains(#""code":"waitingForStart""#))
  }

  @Test("pipe: however often Peach tries, it says so once for each server that goes")
  func pipeServerLoss() {
    let view = ComparisonLineView(output: output, messages: messages, glyphs: .ascii)
    loseServer(view)
    loseServer(view)
    #expect(messages.lines.filter { $0.contains("Waiting for a JACK server") }.count == 2)
    #expect(output.lines.isEmpty)
  }

  @Test("terminal: the wait for a server is one line that stays and then goes")
  func terminalServerLoss() {
    let view = ComparisonTerminalView(
      output: output, glyphs: .ascii, ringsBell: { false }, columns: { 80 })
    view.showFault(.serverGone)
    for _ in 0..<3 { view.showNotice(.reconnecting(wait: .seconds(5))) }
    #expect(
      TerminalModel(columns: 80).screen(after: output.text) == [
        "peach: \(Fault.serverGone.message)", "Waiting for a JACK server. q ends.",
      ])
    view.showNotice(.reconnected(client: "peach"))
    view.showReady(ready)
    view.showNotice(.waitingForStart)
    let screen = TerminalModel(columns: 80).screen(after: output.text)
    #expect(screen.last == "Interrupted. Press a key to go on, q to end.")
    #expect(!screen.contains { $0.contains("Waiting") })
  }

  @Test("the status never grows past the terminal's width and leaves nothing behind")
  func statusLine() {
    let line = StatusLine(output: output, columns: { 10 })
    line.show("a long line of text")
    line.show("short")
    line.print("above")
    line.clear()
    #expect(TerminalModel(columns: 10).screen(after: output.text) == ["above", ""])
  }

  @Test("signs are ASCII where the locale has no UTF-8")
  func locale() {
    #expect(Glyphs.forLocale(["LANG": "de_DE.UTF-8"]).up == "↑")
    #expect(Glyphs.forLocale(["LANG": "de_DE.utf8"]).up == "↑")
    #expect(Glyphs.forLocale(["LANG": "de_DE.UTF-8", "LC_ALL": "C"]).up == "Up")
    #expect(Glyphs.forLocale(["LC_ALL": "", "LC_CTYPE": "C.UTF-8"]).up == "↑")
    #expect(Glyphs.forLocale([:]).up == "Up")
  }
}
