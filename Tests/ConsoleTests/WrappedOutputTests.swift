import Console
import TestSupport
import Testing

@Suite("Lines on a terminal")
@MainActor
struct WrappedOutputTests {
  @Test("lines are broken between words, one column before the edge; the ends of lines stay")
  func words() {
    let recorder = TextRecorder(TerminalSize(columns: 20, rows: 24))
    let output = WrappedOutput(recorder)
    output.writeLine("Paused. Enter goes on, q ends.")
    output.writeLine("")
    output.writeLine("short")
    #expect(recorder.text == "Paused. Enter goes\non, q ends.\n\nshort\n")
  }

  @Test("progress that is read out is one line for each title, which is never rewritten")
  func progress() {
    let recorder = TextRecorder()
    let line = ProgressLine(output: recorder, isPlain: true)
    for share in [0.0, 0.5, 1] { line.show("Measuring", fraction: share) }
    line.show("Checking", fraction: nil)
    line.clear()
    #expect(recorder.text == "Measuring.\nChecking.\n")
    let reporter = ProgressReporter("Reading", on: recorder, isPlain: true, isSurelyLong: true)
    for share in [0.0, 0.5, 1] { reporter.report(share) }
    reporter.finish()
    #expect(recorder.text == "Measuring.\nChecking.\nReading.\n")
  }

  @Test("a dot between two parts is a comma where it is read out")
  func dots() {
    let recorder = TextRecorder()
    LineBoard(output: recorder).show(["Comparison, unison · 2 in 1 minute"])
    #expect(recorder.lines == ["Comparison, unison, 2 in 1 minute"])
  }
}
