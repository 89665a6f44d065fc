import Console
import TestSupport
import Testing
import Training

@testable import PeachApp
@testable import Program
@testable import Sound

@Suite("Names of ports in lists")
@MainActor
struct MIDIListTests {
  private static let name = "evil\u{1B}[2J\u{9B}1m\u{202E}:out\nfake:port  (device)"

  @Test("a port's name acts on no terminal, and cannot look like two ports")
  func list() {
    let source = ServerPort(name: Self.name, aliases: ["a\u{1B}]0;title\u{7}\nb"])
    let lines = [source].text.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines[0].hasPrefix("evil\\u001B[2J\\u009B1m\\u202E:out\\u000Afake:port"))
    #expect(lines[1].contains("a\\u001B]0;title\\u0007\\u000Ab"))
  }

  @Test("neither in the doctor's report")
  func doctor() {
    let report = DoctorReport([
      (MIDICheck.subject, MIDICheck(sources: [ServerPort(name: Self.name)]).checkup)
    ])
    #expect(!report.text.contains("\u{1B}"))
    #expect(!report.text.split(separator: "\n").contains { $0.hasPrefix("fake") })
  }

  @Test("neither in a notice of the training, on a terminal and in a pipe")
  func notices() {
    let notice = Notice.midiConnected(source: Self.name)
    let lines = TextRecorder()
    LineMode(TrainingName.comparison.words, output: lines, messages: lines).showNotice(notice)
    let monitor = TextRecorder()
    MIDITextView(output: monitor, messages: monitor, hasKeys: false).showNotice(notice)
    let board = TextRecorder()
    LineBoard(output: board).print(notice.message)
    for recorder in [lines, monitor, board] {
      #expect(recorder.text.contains("evil\\u001B[2J\\u009B1m\\u202E:out\\u000Afake:port"))
      #expect(!recorder.text.contains("\u{9B}"))
    }
  }
}
