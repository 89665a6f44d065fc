import Music
import TestSupport
import Testing
import Training

@testable import PeachApp

@Suite("Line mode")
@MainActor
struct LineModeTests {
  private let output = TextRecorder()
  private let messages = TextRecorder()

  private func mode(_ training: TrainingName) -> LineMode {
    LineMode(training.words, output: output, messages: messages)
  }

  @Test("results on standard output, everything else on standard error, no escape codes")
  func comparisons() throws {
    let view = mode(.comparison)
    view.showReady(ready)
    try view.show(comparison(), higher: true)
    try view.show(comparison(DirectedInterval(.majorThird, .down), index: 2), higher: false)
    view.showNotice(.unknownCommand("x", .comparison))
    view.showNotice(.xrun(count: 2))
    view.showNotice(.xrun(count: 1))
    view.showSummary("That was it.")
    view.showStopped(.endOfInput, trials: 2)
    #expect(
      output.lines == [
        "1  x wrong   it was 12.5 cents lower   (C4)",
        "2  + right   it was 12.5 cents lower   (C4, major third down, equal)",
      ])
    #expect(messages.lines.first == "peach:out_1, peach:out_2: sf2:8:80, 48000 Hz, 64 frames")
    #expect(messages.lines.contains("2  major third down: higher or lower?"))
    #expect(messages.lines.suffix(2).first == "That was it.")
    #expect(messages.lines.last == "Ended after 2 comparisons. JACK reported 3 xruns.")
    #expect(!(output.text + messages.text).contains("\u{1B}"))
  }

  @Test("pitch matchings: results on standard output, everything else on standard error")
  func matchings() throws {
    let view = mode(.matching)
    view.showHelp()
    try view.show(matching(), error: 3.2)
    try view.show(matching(DirectedInterval(.majorThird, .down), index: 2), error: -12.34)
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
        "peach: 'x' is not a command; the commands are slider V, nudge CENTS, commit, again, last, skip, undo, pause, level DB, start, help (?) and quit (q)",
        "peach: slider takes a number from -1 to 1, not '3'",
        "peach: higher is not possible at the moment and was ignored",
        "Ended after tuning 2 notes.",
      ])
    #expect(!(output.text + messages.text).contains("\u{1B}"))
  }

  @Test("on a terminal that is read out a wrong answer rings the bell, a right one does not")
  func bell() throws {
    let view = LineMode(
      TrainingName.comparison.words, output: output, messages: messages, keys: .ascii,
      ringsBell: { true })
    try view.show(comparison(), higher: false)
    try view.show(comparison(), higher: true)
    #expect(output.lines.map { $0.hasPrefix("\u{7}") } == [false, true])
  }

  @Test(
    "however often Peach tries, it says so once for each server that goes",
    arguments: [TrainingName.comparison, .matching])
  func pipeServerLoss(training: TrainingName) {
    let view = mode(training)
    view.loseServer()
    view.loseServer()
    #expect(messages.lines.filter { $0.contains("Waiting for a JACK server") }.count == 2)
    #expect(output.lines.isEmpty)
  }
}
