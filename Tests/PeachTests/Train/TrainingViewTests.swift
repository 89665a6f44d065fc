import Foundation
import TestSupport
import Testing
import Training

@testable import Console
@testable import PeachApp

@Suite("What every training shows")
@MainActor
struct TrainingViewTests {
  private let output = TextRecorder()
  private let messages = TextRecorder()
  private let ready = ReadyDescription(
    client: "peach", sampleRate: 48_000, bufferSize: 64,
    audioPorts: ["peach:out_1", "peach:out_2"], midiPort: "peach:midi_in", soundSource: "sf2:8:80")

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

  @Test("what becomes of a result that could not be stored: a notice each, with its figures")
  func savingNotices() throws {
    let view = JSONTrainingView(.comparison, events: JSONEvents(output: output))
    let id = UUID()
    let notices: [Notice] = [
      .saveFailed(reason: "no space"), .saved(ids: [id]), .recoveryWritten(count: 2, path: "/r"),
      .recovered(count: 1, path: "/r"), .recoveryDamaged(count: 1, path: "/d"),
      .recoveryFailed(path: "/r", reason: "locked"), .recoveryForeign(path: "/f"),
      .unsaved(lines: ["{}"]),
    ]
    for notice in notices { view.showNotice(notice) }
    struct Line: Decodable, Equatable {
      let code: String
      var ids: [String]?
      var count: Int?
      var path: String?
    }
    let lines = try output.text.split(separator: "\n").map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
    #expect(
      lines == [
        Line(code: "saveFailed"), Line(code: "saved", ids: [id.uuidString.lowercased()]),
        Line(code: "recoveryWritten", count: 2, path: "/r"),
        Line(code: "recovered", count: 1, path: "/r"),
        Line(code: "recoveryDamaged", count: 1, path: "/d"),
        Line(code: "recoveryFailed", path: "/r"), Line(code: "recoveryForeign", path: "/f"),
        Line(code: "unsaved", count: 1),
      ])
    #expect(notices.allSatisfy { !$0.message.contains("\n") })
  }

  @Test("JSON: an xrun is told with how many there were")
  func jsonXruns() {
    let view = JSONTrainingView(.comparison, events: JSONEvents(output: output))
    view.showNotice(.xrun(count: 3))
    #expect(output.lines.count == 1)
    #expect(output.lines[0].hasPrefix(#"{"event":"notice","code":"xrun","message":""#))
    #expect(output.lines[0].hasSuffix(#","count":3}"#))
  }

  @Test("JSON: what is connected is told with its ports, what is waited for with its pattern")
  func jsonConnections() {
    let view = JSONTrainingView(.comparison, events: JSONEvents(output: output))
    view.showNotice(
      .connected(ports: ["out_1", "out_2"], peers: ["system:playback_1", "system:playback_2"]))
    view.showNotice(.noOutput(pattern: "desk"))
    view.showNotice(.noOutput(pattern: nil))
    #expect(
      output.lines[0].hasSuffix(
        #","ports":["out_1","out_2"],"peers":["system:playback_1","system:playback_2"]}"#))
    #expect(output.lines[0].contains(#""code":"connected""#))
    #expect(output.lines[1].contains(#""code":"noOutput""#))
    #expect(output.lines[1].hasSuffix(#","pattern":"desk"}"#))
    #expect(output.lines[2].contains(#""code":"noOutput""#))
    #expect(!output.lines[2].contains("pattern"))
  }

  /// A server that goes, three tries to find another, and one that comes.
  private func loseServer(_ view: any TrainingView) {
    view.showFault(.serverGone)
    view.showStopped(.interrupted, trials: 4)
    for wait in [0.1, 0.2, 0.5] { view.showNotice(.reconnecting(wait: .seconds(wait))) }
    view.showNotice(.reconnected(client: "peach"))
    view.showNotice(.connectionRestored(port: "out_1", peer: "system:playback_1"))
    view.showNotice(.connectionMissing(port: "out_2", peer: "desk:in"))
    view.showReady(ready)
    view.showNotice(.waitingForStart)
  }

  @Test(
    "JSON: a lost server is told step by step, with what a script needs of each",
    arguments: [TrainingName.comparison, .matching])
  func jsonServerLoss(training: TrainingName) throws {
    loseServer(JSONTrainingView(training, events: JSONEvents(output: output)))
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

  @Test(
    "pipe: however often Peach tries, it says so once for each server that goes",
    arguments: [TrainingName.comparison, .matching])
  func pipeServerLoss(training: TrainingName) {
    let view = LineTrainingView(training, messages: messages)
    loseServer(view)
    loseServer(view)
    #expect(messages.lines.filter { $0.contains("Waiting for a JACK server") }.count == 2)
    #expect(output.lines.isEmpty)
  }

  @Test(
    "terminal: the wait for a server is one line that stays and then goes",
    arguments: [TrainingName.comparison, .matching])
  func terminalServerLoss(training: TrainingName) {
    let view = TerminalTrainingView(
      training, panel: TrainingPanel(output: output, glyphs: .ascii), glyphs: .ascii)
    view.showFault(.serverGone)
    for _ in 0..<3 { view.showNotice(.reconnecting(wait: .seconds(5))) }
    #expect(
      TerminalModel(columns: 80).screen(after: output.text) == [
        "peach: \(Fault.serverGone.message)", "Waiting for a JACK server. q ends.",
        "q ends, ? helps",
      ])
    view.showNotice(.reconnected(client: "peach"))
    view.showReady(ready)
    view.showNotice(.waitingForStart)
    let screen = TerminalModel(columns: 80).screen(after: output.text)
    #expect(screen.suffix(2).first == "Interrupted. Press a key to go on, q to end.")
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

  @Test(
    "help is whole on a narrow terminal", arguments: [TrainingName.comparison, .matching])
  func helpWidth(training: TrainingName) {
    for glyphs in [Glyphs.unicode, .ascii] {
      let output = TextRecorder()
      let help = training.words.help(glyphs)
      TrainingPanel(output: output, columns: 60, glyphs: glyphs).toggleHelp(help)
      let screen = TerminalModel(columns: 60).screen(after: output.text)
      #expect(screen.allSatisfy { $0.count < 60 })
      let words = { (lines: [String]) in lines.flatMap { $0.split(separator: " ") } }
      #expect(words(screen) == words(help))
    }
  }
}
