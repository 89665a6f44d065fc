import Charts
import Console
import Music
import TestSupport
import Testing
import Training

@testable import PeachApp
@testable import Program

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
    view.showStopped(.endOfInput, trials: 2)
    #expect(
      output.lines == [
        "1 wrong: lower, 12.5 cents, C4",
        "2 right: lower, 12.5 cents, the major third was wide, C4",
      ])
    #expect(messages.lines.first == "Sine to desk 1+2, -12 dB.")
    #expect(messages.lines.contains("major third down, equal temperament"))
    #expect(messages.lines.last == "2 done. JACK reported 3 xruns.")
    #expect(!(output.text + messages.text).contains("\u{1B}"))
  }

  @Test("matchings: results on standard output, everything else on standard error")
  func matchings() throws {
    let view = mode(.matching)
    view.show(.help)
    try view.show(matching(), error: 3.2)
    try view.show(matching(DirectedInterval(.majorThird, .down), index: 2), error: -12.34)
    view.showNotice(.unknownCommand("x", .matching))
    view.showNotice(.badValue(command: "slider", value: "3", allowed: "a number from -1 to 1"))
    view.showNotice(.ignored(command: "higher"))
    view.showStopped(.endOfInput, trials: 2)
    #expect(
      output.lines == [
        "1 3.2 cents sharp, C4", "2 12.3 cents flat, the major third was wide, C4",
      ])
    #expect(
      messages.lines == [
        "Tune the second note. Commands: slider V (-1 to 1), nudge CENTS, commit, quit (q), help (?)",
        "major third down, just",
        "peach: 'x' is not a command; the commands are slider V, nudge CENTS, commit, again, last, skip, undo, pause, panic, level DB, start, help (?) and quit (q)",
        "peach: slider takes a number from -1 to 1, not '3'",
        "peach: higher is not possible at the moment and was ignored",
        "2 done.",
      ])
    #expect(!(output.text + messages.text).contains("\u{1B}"))
  }

  @Test("notes without a result are said now and then, and after a commit at once")
  func misses() {
    var time = ContinuousClock.now
    let view = LineMode(
      TrainingName.playing.words, output: output, messages: messages, now: { time })
    func miss(_ line: String, after milliseconds: Int) -> Bool {
      time += .milliseconds(milliseconds)
      let count = messages.lines.count
      view.show(.miss(ShownMessage(line: line, fields: [])))
      return messages.lines.count > count
    }
    #expect(miss("too short", after: 0))
    #expect(!miss("not steady", after: 1999))
    #expect(miss("not steady", after: 1))
    #expect(!miss("not steady", after: 7999))
    #expect(miss("not steady", after: 1))
    view.show(.state(ShownState(phase: .judging)))
    #expect(miss("not steady", after: 0))
    #expect(messages.lines == ["too short", "not steady", "not steady", "not steady"])
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

  @Test("nothing is said while notes sound; an interval is said once, and another one again")
  func intervals() throws {
    let view = mode(.matching)
    let third = DirectedInterval(.majorThird, .down)
    for interval in [third, third, .prime] { try view.show(matching(interval), error: 0.1) }
    #expect(messages.lines == ["major third down, just", "unison"])
    #expect(output.lines.last == "1 in tune, to the cent, C4")
  }

  @Test("a training that waits for a key says how it starts, and no more at each pause")
  func startsWithEnter() {
    let view = LineMode(
      TrainingName.comparison.words, output: output, messages: messages, keys: Glyphs.ascii.spoken)
    view.showReady(ready)
    #expect(messages.lines.isEmpty)
    for _ in 0..<3 { view.show(.state(ComparisonFace().shown(PauseReason.key))) }
    #expect(
      messages.lines == [
        """
        Sine to desk 1+2, -12 dB. Up: the second note is higher. Down: the second note is lower. \
        Enter starts, ? helps.
        """
      ])
    view.showNotice(.ignored(command: "higher"))
    #expect(messages.lines.last == "Enter starts.", "there was no trial yet")
    view.show(.trial(ComparisonFace().shown(comparison())))
    view.show(.state(ComparisonFace().shown(PauseReason.key)))
    view.showNotice(.ignored(command: "higher"))
    #expect(messages.lines.last == "Press Enter to continue.")
    view.show(.state(ComparisonFace().shown(PauseReason.asked)))
    #expect(messages.lines.last == "Paused. Press Enter to continue.")
    view.showNotice(.ignored(command: "higher"))
    #expect(
      messages.lines.suffix(2) == [
        "Paused. Press Enter to continue.", "Paused. Press Enter to continue.",
      ])
  }

  @Test("a pipe is told the command that goes on, not the key, also if another one did nothing")
  func commandGoesOn() {
    let view = mode(.comparison)
    for reason in [PauseReason.asked, .unconnected, .idleHand, .panic] {
      view.show(.state(ComparisonFace().shown(reason)))
      #expect(messages.lines.last?.contains("The command start") == true)
      #expect(messages.lines.last?.contains("Enter") == false)
    }
    view.show(.state(ComparisonFace().shown(PauseReason.asked)))
    view.showNotice(.ignored(command: "higher"))
    #expect(
      messages.lines.suffix(2) == [
        "peach: higher is not possible at the moment and was ignored",
        "Paused. The command start continues.",
      ])
    view.show(.state(ComparisonFace().shown(PauseReason.key)))
    #expect(messages.lines.last == "The command start begins.")
  }

  @Test(
    "a training begins with one line: what sounds, where, with which controller, and how it starts")
  func oneOpening() {
    let view = LineMode(
      TrainingName.comparison.words, output: output, messages: messages, keys: .ascii)
    view.showReady(ready)
    view.showNotice(Notice("connected", "the outputs are connected"))
    view.showNotice(.midiConnected(source: "LPD8:midi"))
    view.show(.state(ComparisonFace().shown(PauseReason.key)))
    #expect(messages.lines.count == 1)
    #expect(messages.text.hasPrefix("Sine to desk 1+2, -12 dB. LPD8"))
    #expect(messages.text.contains("is connected. ^: the second note is higher. "))
    #expect(messages.text.hasSuffix(" Enter starts, ? helps.\n"))
    view.showNotice(.midiConnected(source: "LPD8:midi"))
    #expect(messages.lines.count == 2, "later it is news")
  }

  @Test("nothing connected is said once to those who press keys: the training waits")
  func unconnectedOnce() {
    let view = LineMode(
      TrainingName.comparison.words, output: output, messages: messages, keys: .ascii)
    view.showNotice(.unconnected)
    view.show(.state(ComparisonFace().shown(PauseReason.unconnected)))
    #expect(messages.lines.count == 1)
  }

  @Test("what an interval asks is said once for each interval that the listener does not know")
  func question() throws {
    let view = mode(.comparison)
    let face = ComparisonFace()
    for interval in [DirectedInterval(.perfectFifth), .prime, DirectedInterval(.perfectFifth)] {
      let trial = comparison(interval)
      var shown = face.shown(trial)
      shown.question = face.question(of: trial, HearingModel())
      view.show(.trial(shown))
    }
    #expect(
      messages.lines == [
        "perfect fifth up, equal temperament. Is the second note higher or lower than the true fifth?",
        "unison", "perfect fifth up, equal temperament",
      ])
  }

  @Test("keys are named in words where they are read out, and numbered items have numbers")
  func spokenKeys() {
    let lines = KeyTable.lines(of: .settings, Glyphs.unicode.spoken)
    #expect(lines.contains("Up, Down, k, j: move"))
    #expect(lines.contains("1 to 9: choose the item with that number"))
    #expect(!lines.contains { $0.contains("Ctrl-L") }, "nothing is drawn")
    #expect(
      KeyTable.lines(of: .training(.matching, Glyphs.unicode.spoken), Glyphs.unicode.spoken)
        .contains(
          "comma, period: tune by 0.1 cents"))
    for page in [
      KeyTable.Page.training(.comparison, Glyphs.unicode.spoken),
      .training(.matching, Glyphs.unicode.spoken), .settings, .sounds, .output,
      .profile,
    ] {
      let lines = KeyTable.lines(of: page, Glyphs.unicode.spoken)
      #expect(!lines.contains { line in "↑↓←→·".contains { line.contains($0) } })
    }
    #expect(!KeyTable.rows(of: .settings, .unicode).contains { $0.key == "1 to 9" })
  }

  @Test("each training says its own keys before it starts")
  func openings() {
    func opening(_ training: TrainingName) -> String {
      KeyTable.opening(
        of: .training(training.words.keys(Glyphs.unicode.spoken)), Glyphs.unicode.spoken)
    }
    #expect(
      opening(.matching)
        == "Left, Right: tune by 1 cent; hold to glide. Up, Down: tune by 10 cents. Enter: in tune."
    )
    #expect(
      opening(.purity) == "Left: the first was in tune. Right: the second was in tune.")
  }

  @Test("the first two results say that Enter is due, if it is; not the last one of a session")
  func nextKey() throws {
    var waitsForKey = true
    func view() -> LineMode {
      LineMode(
        TrainingName.comparison.words, output: output, messages: messages, keys: .ascii,
        waitsForKey: { waitsForKey })
    }
    let first = view()
    for _ in 0..<3 { try first.show(comparison(), higher: false) }
    #expect(
      output.lines == [
        "1 right: lower, 12.5 cents, C4. Enter: next.",
        "1 right: lower, 12.5 cents, C4. Enter: next.", "1 right: lower, 12.5 cents, C4",
      ])
    let last = view()
    var trial = ComparisonFace().shown(comparison())
    (trial.place, trial.count) = (1, 1)
    last.show(.trial(trial))
    let result = ComparisonFace().shown(
      try completed(comparison(), higher: false), of: comparison())
    last.show(.result(result))
    #expect(output.lines.last == "1 right: lower, 12.5 cents, C4")
    waitsForKey = false
    try view().show(comparison(), higher: false)
    #expect(output.lines.last == "1 right: lower, 12.5 cents, C4")
  }

  @Test("if the truth is heard first, Enter is named when it is due")
  func nextKeyAfterReplay() throws {
    let trial = PosedTrial(
      .comparison,
      comparison().challenge,
      TrialConditions(
        index: 1, tuningSystem: .equalTemperament, referencePitch: Frequency(hertz: 440),
        noteDuration: NoteDuration(seconds: 1), amplitudeDB: AmplitudeDB(0),
        flow: TrialFlow(afterWrongAnswer: .replay)))
    let view = LineMode(
      TrainingName.comparison.words, output: output, messages: messages, keys: .ascii,
      waitsForKey: { true })
    view.show(.state(ComparisonFace().shown(PauseReason.key)))
    view.show(.trial(ComparisonFace().shown(trial)))
    view.show(.result(ComparisonFace().shown(try completed(trial, higher: true), of: trial)))
    #expect(output.lines.last?.hasSuffix("Again:") == true)
    view.show(.state(ComparisonFace().shown(PauseReason.key)))
    #expect(messages.lines.last == "Enter: next.")
    let count = messages.lines.count
    view.show(.state(ComparisonFace().shown(PauseReason.key)))
    #expect(messages.lines.count == count)
  }

  @Test("help that is asked for in a pause says how to go on; a run without answers says so")
  func helpInPause() {
    let view = LineMode(
      TrainingName.comparison.words, output: output, messages: messages, keys: .ascii)
    view.show(.state(ComparisonFace().shown(PauseReason.asked)))
    view.show(.help)
    #expect(messages.lines.last == "Paused. Press Enter to continue.")
    view.showStopped(.quit, trials: 0)
    #expect(messages.lines.last == "Nothing was answered.")
  }

  @Test("a wrong answer announces that the notes are heard again")
  func again() throws {
    let flow = TrialFlow(afterWrongAnswer: .replay)
    let trial = PosedTrial(
      .comparison,
      comparison().challenge,
      TrialConditions(
        index: 2, tuningSystem: .equalTemperament, referencePitch: Frequency(hertz: 440),
        noteDuration: NoteDuration(seconds: 1), amplitudeDB: AmplitudeDB(0), flow: flow))
    let view = mode(.comparison)
    view.show(.result(ComparisonFace().shown(try completed(trial, higher: true), of: trial)))
    view.show(.result(ComparisonFace().shown(try completed(trial, higher: false), of: trial)))
    #expect(
      output.lines == [
        "2 wrong: lower, 12.5 cents, C4. Again:", "2 right: lower, 12.5 cents, C4",
      ])
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
