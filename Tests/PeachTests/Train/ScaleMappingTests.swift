import Music
import TestSupport
import Testing
import Training

@testable import Charts
@testable import PeachApp
@testable import Program

@Suite("Scale mappings")
@MainActor
struct ScaleMappingTests {
  private let output = TextRecorder()
  private let messages = TextRecorder()
  private let intervals = ["P1", "P5", "P5-", "m3"].compactMap { DirectedInterval($0) }
  private let tuning = TuningSystem.scala(
    ScalaTuning(name: "three", scale: ScalaScale(pitches: [360, 696.09, 1200])))

  private let lines = [
    "scala:three: unison is degree 0, 0.000 cents, as in equal temperament",
    "scala:three: perfect fifth up is degree 2, 696.090 cents, 3.91 narrower than equal",
    "scala:three: perfect fifth down is degree 2 down, 696.090 cents, 3.91 narrower than "
      + "equal",
    "scala:three: minor third up is degree 1, 360.000 cents, 60.0 wider than equal. Note "
      + "that this is off by more than a quarter tone",
  ]

  @Test("JSON: a notice for each interval, with degree, size and distance as numbers")
  func json() {
    JSONMode(.comparison, events: JSONEvents(output: output), isStored: { _ in false })
      .showMapping(of: intervals, in: tuning)
    #expect(output.lines.count == 4)
    #expect(
      output.lines[2]
        == #"{"event":"notice","code":"scalaMapping","message":"\#(lines[2])","#
        + #""scale":"scala:three","interval":"P5-","degree":2,"cents":696.09,"#
        + "\"deviation\":\(696.09 - 700)}")
  }

  @Test("pipe: a line for each interval on standard error")
  func pipe() {
    LineMode(TrainingName.matching.words, output: output, messages: messages)
      .showMapping(of: intervals, in: tuning)
    #expect(messages.lines == lines.map { "peach: " + $0 })
    #expect(output.text.isEmpty)
  }

  @Test("terminal: notices, one after the other")
  func terminal() {
    let board = FrameBoard(columns: 200)
    let stage = TrainingStage(on: board, output)
    stage.show(.paused(PausedStage("")))
    StageMode(TrainingName.comparison.words, on: stage, ringsBell: { false })
      .showMapping(of: intervals, in: tuning)
    stage.draw()
    #expect(lines.contains { board.screen.lowercased().contains($0.lowercased()) })
  }

  @Test("a built-in tuning needs no words")
  func builtIn() {
    for tuning in TuningSystem.builtIn {
      LineMode(TrainingName.matching.words, output: output, messages: messages)
        .showMapping(of: intervals, in: tuning)
    }
    #expect((output.text + messages.text).isEmpty)
  }

  @Test("every directed interval has its words")
  func words() {
    let words = DirectedInterval.all.map { NoteName.text($0) }
    #expect(Set(words).count == 25)
    #expect(words[0] == "unison" && words[1] == "minor second up" && words[24] == "octave down")
    #expect(NoteName.text(DirectedInterval(.tritone, .down)) == "tritone down")
  }
}
