import Console
import TestSupport
import Testing

@Suite("Lines on a terminal")
@MainActor
struct WrappedOutputTests {
  @Test("lines are broken between words, one column before the edge; the ends of lines stay")
  func words() {
    let recorder = TextRecorder()
    let output = WrappedOutput(recorder, columns: { 20 })
    output.writeLine("Paused. Enter goes on, q ends.")
    output.writeLine("")
    output.writeLine("short")
    #expect(recorder.text == "Paused. Enter goes\non, q ends.\n\nshort\n")
  }

  @Test("a dot between two parts is a comma where it is read out")
  func dots() {
    let recorder = TextRecorder()
    LineBoard(output: recorder).show(["Comparison, unison · 2 in 1 minute"])
    #expect(recorder.lines == ["Comparison, unison, 2 in 1 minute"])
  }
}
