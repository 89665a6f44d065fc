import Foundation
import Music
import TestSupport
import Testing

@testable import Console
@testable import PeachApp
@testable import Program
@testable import Training

@Suite("JSON mode")
@MainActor
struct JSONModeTests {
  private let output = TextRecorder()

  private func mode(_ training: TrainingName = .comparison, isStored: Bool = true) -> JSONMode {
    JSONMode(training, events: JSONEvents(output: output), isStored: { _ in isStored })
  }

  @Test("each event is one line, its members in their documented order")
  func comparisons() throws {
    let view = mode()
    view.showReady(ready)
    try view.show(comparison(DirectedInterval(.perfectFifth)), higher: false)
    view.showNotice(.ignored(command: "higher"))
    view.showFault(.serverGone)
    view.showStopped(.trials, trials: 1)
    #expect(
      output.lines == [
        #"{"event":"ready","client":"peach","sampleRate":48000,"bufferSize":64,"#
          + #""audioPorts":["peach:out_1","peach:out_2"],"midiPort":"peach:midi_in","#
          + #""soundSource":"sf2:8:80","connected":true,"latencyFrames":128}"#,
        #"{"event":"trial","training":"comparison","index":1,"referenceNote":60,"targetNote":67,"#
          + #""interval":"P5","tuningSystem":"equal","centOffset":-12.5,"#
          + #""referenceFrequency":261.6255653005986,"targetFrequency":"#
          + "\(comparison(DirectedInterval(.perfectFifth)).targetFrequency.hertz)"
          + #","amplitudeDB":0}"#,
        #"{"event":"state","training":"comparison","state":"playingNote1"}"#,
        #"{"event":"state","training":"comparison","state":"playingNote2"}"#,
        #"{"event":"state","training":"comparison","state":"awaitingAnswer"}"#,
        #"{"event":"state","training":"comparison","state":"showingFeedback"}"#,
        #"{"event":"result","training":"comparison","index":1,"#
          + #""id":"8d2a7a2e-0f0c-4e4b-9f35-0c7e0b1d2f3a","isCorrect":true,"#
          + #""answeredHigher":false,"centOffset":-12.5,"timestamp":"2026-11-21T10:00:00.123Z","#
          + #""tuningSystem":"equal","stored":true}"#,
        #"{"event":"notice","code":"ignored","message":"\#(Notice.ignored(command: "higher").message)"}"#,
        #"{"event":"error","code":"jackServerGone","message":"\#(Fault.serverGone.message)"}"#,
        #"{"event":"stopped","reason":"trials","trials":1}"#,
      ])
  }

  @Test("ready names the listener, if there is one")
  func listener() throws {
    JSONEvents(output: output, listener: "anna").ready(ready)
    #expect(output.lines.last?.hasSuffix(#""latencyFrames":128,"listener":"anna"}"#) == true)
  }

  @Test("a pitch matching is told in the same way, its members in their documented order")
  func matchings() throws {
    let trial = matching(DirectedInterval(.perfectFifth))
    try mode(.matching).show(trial, error: -3.2)
    #expect(
      output.lines == [
        #"{"event":"trial","training":"matching","index":1,"referenceNote":60,"targetNote":67,"#
          + #""interval":"P5","tuningSystem":"just","initialCentOffset":41.7,"#
          + #""referenceFrequency":261.6255653005986,"targetFrequency":"#
          + "\(trial.targetFrequency.hertz)"
          + #","amplitudeDB":-2.5}"#,
        #"{"event":"state","training":"matching","state":"playingReference"}"#,
        #"{"event":"state","training":"matching","state":"playingTunable"}"#,
        #"{"event":"state","training":"matching","state":"showingFeedback"}"#,
        #"{"event":"result","training":"matching","index":1,"userCentError":-3.2,"#
          + #""id":"8d2a7a2e-0f0c-4e4b-9f35-0c7e0b1d2f3a","initialCentOffset":41.7,"#
          + #""timestamp":"2026-11-21T10:00:00.123Z","tuningSystem":"just","stored":true}"#,
      ])
  }

  @Test("what is heard again, the truth, the level and the summary have their members")
  func hearAgain() throws {
    let view = mode()
    let face = ComparisonFace()
    var trial = comparison()
    trial.hearing = 2
    view.show(.state(face.shown(.playingNote1, of: trial)))
    view.show(.state(face.shown(.playingNote2, of: trial)))
    view.show(.state(face.shown(.wrongAnswer, of: trial, try completed(trial, higher: true))))
    view.show(.state(face.shown(PauseReason.key)))
    view.show(.discard(face.shown(DiscardReason.paused(.idleHand), of: trial)))
    view.show(.level(AmplitudeDB(-13)))
    let run = TrainingChooser(.comparison, hearing: { HearingModel() }).makeRun(MockUserSettings())
    let summary = face.summary(
      of: run, trials: 40, seconds: 182.5, before: HearingModel(), after: HearingModel())
    view.show(.summary(summary, closingPage()))
    let unknown = #"{"threshold":null,"low":null,"high":null}"#
    #expect(
      output.lines == [
        #"{"event":"state","training":"comparison","state":"playingNote1","hearing":2}"#,
        #"{"event":"state","training":"comparison","state":"playingNote2"}"#,
        #"{"event":"state","training":"comparison","state":"replaying","reason":"wrongAnswer"}"#,
        #"{"event":"state","training":"comparison","state":"paused","reason":"key"}"#,
        #"{"event":"discarded","training":"comparison","index":1,"reason":"idleHand"}"#,
        #"{"event":"level","outputLevel":-13}"#,
        #"{"event":"summary","training":"comparison","trials":40,"seconds":182.5,"before":"#
          + unknown + #","after":"# + unknown + "}",
      ])
  }

  @Test("a result that could not be stored has no id; help lists this training's commands")
  func others() throws {
    let view = mode(.matching, isStored: false)
    try view.show(matching(), error: 1)
    #expect(output.text.contains(#""userCentError":1,"id":null"#))
    #expect(output.lines.last?.hasSuffix(#","stored":false}"#) == true)
    view.show(.help)
    #expect(output.lines.last?.contains("slider V, nudge CENTS, commit") == true)
    try mode(isStored: false).show(comparison(), higher: true)
    #expect(output.text.contains(#""id":null,"isCorrect":false"#))
  }

  @Test("numbers come back exactly, text with quotes and control characters stays one line")
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
    let view = mode()
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

  @Test("an xrun is told with how many there were")
  func jsonXruns() {
    let view = mode()
    view.showNotice(.xrun(count: 3))
    #expect(output.lines.count == 1)
    #expect(output.lines[0].hasPrefix(#"{"event":"notice","code":"xrun","message":""#))
    #expect(output.lines[0].hasSuffix(#","count":3}"#))
  }

  @Test("what is connected is told with its ports, what is waited for with its pattern")
  func jsonConnections() {
    let view = mode()
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

  @Test(
    "a lost server is told step by step, with what a script needs of each",
    arguments: [TrainingName.comparison, .matching])
  func jsonServerLoss(training: TrainingName) throws {
    mode(training).loseServer()
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
}
