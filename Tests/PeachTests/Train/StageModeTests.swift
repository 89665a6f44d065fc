import Charts
import Console
import Music
import TestSupport
import Testing
import Training

@testable import PeachApp
@testable import Program

@Suite("A training on the stage")
@MainActor
struct StageModeTests {
  private let output = TextRecorder()
  private let board = FrameBoard()

  private func mode(_ training: TrainingName, ringsBell: Bool = false) -> StageMode {
    StageMode(
      training.words, on: TrainingStage(on: board, output), ringsBell: { ringsBell })
  }

  @Test("title and number come with the first scene; what sounds, the verdict and the truth follow")
  func comparisons() throws {
    let view = mode(.comparison)
    let face = ComparisonFace()
    let trial = comparison(index: 12)
    var shown = face.shown(trial)
    shown.count = 40
    view.show(.trial(shown))
    #expect(board.frames.isEmpty)
    view.show(.state(face.shown(.playingNote1, of: trial)))
    #expect(board.screen.hasPrefix("Comparison, unison"))
    #expect(board.screen.contains("12 of 40") && board.screen.contains("first    second"))
    view.show(.state(face.shown(.awaitingAnswer, of: trial)))
    #expect(board.screen.contains("Space again"))
    let outcome = try completed(trial, higher: true)
    view.show(.verdict(face.shown(outcome, of: trial)))
    #expect(board.screen.contains("✗ it was lower, by 12.5 cents"))
    #expect(!board.screen.contains("♪ again"))
    view.show(.state(face.shown(.wrongAnswer, of: trial, outcome)))
    #expect(board.screen.contains("♪ again   Enter skips"))
    let before = board.frames.count
    view.show(.scene(face.scene(of: trial, outcome, .sounding(.given))))
    #expect(board.frames.count == before + 1)
  }

  @Test("an answer that was taken back does not count in the title and in the lines")
  func place() throws {
    let view = mode(.comparison)
    let face = ComparisonFace()
    for (index, place) in [(3, 3), (4, 3)] {
      let trial = comparison(index: index)
      var shown = face.shown(trial)
      (shown.place, shown.count) = (place, 3)
      view.show(.trial(shown))
      view.show(.state(face.shown(.playingNote1, of: trial)))
      #expect(board.screen.contains("3 of 3"))
      let outcome = try completed(trial, higher: false)
      view.show(.verdict(face.shown(outcome, of: trial, place: place)))
      #expect(face.shown(outcome, of: trial, place: place).line.hasPrefix("3 right"))
      #expect(face.shown(outcome, of: trial, place: place).fields.first?.value == .int(index))
      guard index == 3 else { continue }
      // The trial after it is heard already.
      var next = face.shown(comparison(index: 4))
      (next.place, next.count) = (4, 3)
      view.show(.trial(next))
      view.show(.withdrawal(face.withdrawn(outcome, of: trial), place: 3))
      view.show(.state(face.shown(.playingNote2, of: comparison(index: 4))))
      #expect(board.screen.contains("3 of 3"))
    }
  }

  @Test("the last verdict stays readable until the next one; taken back, it goes")
  func lastVerdict() throws {
    let view = mode(.comparison)
    let face = ComparisonFace()
    let first = comparison(index: 1)
    view.show(.trial(face.shown(first)))
    view.show(.state(face.shown(.playingNote1, of: first)))
    #expect(!board.screen.contains("last ✓"))
    let outcome = try completed(first, higher: false)
    view.show(.verdict(face.shown(outcome, of: first)))
    #expect(!board.screen.contains("last ✓"), "it stands on the stage")
    let next = comparison(index: 2)
    view.show(.trial(face.shown(next)))
    for phase in [TrialPhase.playingNote1, .playingNote2, .awaitingAnswer] {
      view.show(.state(face.shown(phase, of: next)))
      #expect(board.screen.contains("last ✓ lower, by 12.5 cents · C4"))
    }
    view.show(.state(face.shown(PauseReason.asked)))
    #expect(board.screen.contains("last ✓ lower, by 12.5 cents · C4"))
    view.show(.withdrawal(face.withdrawn(outcome, of: first), place: nil))
    view.show(.state(face.shown(.playingNote1, of: next)))
    #expect(!board.screen.contains("last ✓"))
  }

  @Test("an answer that was taken back is no longer shown, wherever it was")
  func withdrawn() throws {
    let view = mode(.comparison)
    let face = ComparisonFace()
    let trial = comparison(DirectedInterval(.perfectFifth))
    let outcome = try completed(trial, higher: true)
    let verdict = "it was lower"
    view.show(.trial(face.shown(trial)))
    for state in [
      face.shown(.wrongAnswer, of: trial, outcome), face.shown(PauseReason.key), nil,
    ] as [ShownState?] {
      view.show(.verdict(face.shown(outcome, of: trial)))
      if let state { view.show(.state(state)) }
      #expect(board.screen.contains(verdict))
      view.show(.withdrawal(face.withdrawn(outcome, of: trial), place: nil))
      #expect(!board.screen.contains(verdict) && !board.screen.contains("narrow"))
      #expect(board.screen.contains("Answer taken back.") && board.screen.contains("Esc end"))
    }
    // A trial that is heard goes on.
    view.show(.state(face.shown(.awaitingAnswer, of: comparison(index: 2))))
    view.show(.withdrawal(face.withdrawn(outcome, of: trial), place: nil))
    #expect(board.screen.contains("Space again"))
  }

  @Test("before the next trial the last one stays shown; another pause has its own words")
  func pauses() throws {
    let view = mode(.comparison)
    let face = ComparisonFace()
    view.show(.state(face.shown(PauseReason.key)))
    #expect(board.screen.contains("Enter continue") && !board.screen.contains("last"))
    try view.show(comparison(), higher: false)
    view.show(.state(face.shown(PauseReason.key)))
    #expect(board.screen.contains("✓ lower, by 12.5 cents"))
    #expect(board.screen.contains("Space last"))
    view.show(.state(face.shown(PauseReason.asked)))
    #expect(board.screen.contains("Paused.") && board.screen.contains("last ✓"))
    view.show(.state(face.shown(PauseReason.unconnected)))
    #expect(board.screen.contains("Nothing connected; o chooses an output."))
  }

  @Test("a training that waits before its first trial says what is trained")
  func title() throws {
    let view = StageMode(
      TrainingName.comparison.words, on: TrainingStage(on: board, output),
      title: { "Comparison, interval" }, ringsBell: { false })
    view.show(.state(ComparisonFace().shown(PauseReason.unconnected)))
    #expect(board.screen.hasPrefix("Comparison, interval"))
    try view.show(comparison(), higher: false)
    #expect(board.screen.hasPrefix("Comparison, unison"))
  }

  @Test("the bell rings for wrong answers only, and only if it is wanted")
  func bell() throws {
    try mode(.comparison).show(comparison(), higher: true)
    try mode(.comparison, ringsBell: true).show(comparison(), higher: false)
    #expect(board.bells == 0)
    try mode(.comparison, ringsBell: true).show(comparison(), higher: true)
    #expect(board.bells == 1)
  }

  @Test("the closing page follows the session; its lines stay when the stage is left")
  func closing() throws {
    let view = mode(.comparison)
    try view.show(comparison(), higher: false)
    view.show(.summary([], closingPage()))
    #expect(!board.screen.contains("in 1 minute"))
    view.showStopped(.quit, trials: 2)
    #expect(board.screen.contains("Comparison, unison · 2 in 1 minute"))
    #expect(output.text.isEmpty)
    view.close()
    #expect(board.isClosed)
    #expect(output.lines.first == "Comparison, unison · 2 in 1 minute" && output.lines.count == 3)
  }

  @Test("without an answer there is no page, and a fault stays when the stage is left")
  func nothing() {
    let view = mode(.matching)
    view.showFault(.serverGone)
    view.showStopped(.error(.serverGone), trials: 0)
    view.close()
    #expect(output.lines == ["peach: \(Fault.serverGone.message)"])
  }

  @Test("a server that goes, or does not run in real time, is a pause that Enter cannot end")
  func server() throws {
    let view = mode(.comparison)
    try view.show(comparison(), higher: false)
    view.loseServer()
    #expect(board.screen.contains("Interrupted.") && board.screen.contains("Enter continue"))
    view.showNotice(.reconnecting(wait: .seconds(1)))
    #expect(board.screen.contains("No JACK server; trying again."))
    #expect(!board.screen.contains("Enter continue") && board.screen.contains("Esc end"))
    view.show(.state(ComparisonFace().shown(.playingNote1, of: comparison())))
    view.showFault(.freewheeling)
    #expect(board.screen.contains("The JACK server is freewheeling"))
    #expect(!board.screen.contains("Enter continue") && !board.screen.contains("first"))
  }

  @Test("help covers the scene with the keys and the last messages until a key closes it")
  func help() {
    let board = FrameBoard(rows: 40)
    let view = StageMode(
      TrainingName.matching.words, on: TrainingStage(on: board, output), ringsBell: { false })
    view.show(.state(MatchingFace().shown(.playingTunable, of: matching())))
    view.showNotice(.cannotStop)
    view.showNotice(.bufferSize(frames: 64))
    view.show(.help)
    #expect(view.isCovered)
    #expect(board.screen.hasPrefix("Help") && board.screen.contains("tune by 10 cents"))
    let lines = board.frames.last?.body.map(\.plain) ?? []
    let messages = lines.drop { $0 != "The last messages:" }.dropFirst()
    #expect(messages.first?.contains("64 frames") == true)
    #expect(messages.dropFirst().first == "No shell could wake Peach after Ctrl-Z, so it stays.")
    view.handleInHelp(.character("?"))
    #expect(!view.isCovered)
    #expect(board.screen.contains("tune it"))
    view.handleInHelp(.down)
    #expect(!view.isCovered)
  }

  @Test("in a low terminal the help of a training scrolls")
  func scrolling() {
    let board = FrameBoard(columns: 40, rows: 12)
    let view = StageMode(
      TrainingName.comparison.words, on: TrainingStage(on: board, output), ringsBell: { false })
    view.show(.state(ComparisonFace().shown(.playingNote1, of: comparison())))
    view.show(.help)
    #expect(board.screen.contains("the second note is higher"))
    #expect(!board.screen.contains("end the session"))
    for _ in 0..<40 where !board.screen.contains("end the session") { view.handleInHelp(.down) }
    #expect(view.isCovered)
    #expect(board.screen.contains("end the session"))
    #expect(!board.screen.contains("the second note is higher"))
    view.handleInHelp(.escape)
    #expect(board.screen.contains("first"))
  }

  @Test("what can be heard again and taken back is offered as long as that is so")
  func lastAnswer() throws {
    let view = mode(.comparison)
    let face = ComparisonFace()
    view.show(.trial(face.shown(comparison())))
    view.show(.state(face.shown(.playingNote1, of: comparison())))
    #expect(!board.screen.contains("u undo") && !board.screen.contains("r last"))
    view.show(.state(face.shown(PauseReason.asked)))
    #expect(!board.screen.contains("u undo") && !board.screen.contains("Space last"))
    let outcome = try completed(comparison(), higher: true)
    view.show(.verdict(face.shown(outcome, of: comparison())))
    #expect(board.screen.contains("u undo   r last"))
    view.show(.withdrawal(face.withdrawn(outcome, of: comparison()), place: nil))
    view.show(.trial(face.shown(comparison(index: 2))))
    view.show(.state(face.shown(.playingNote1, of: comparison(index: 2))))
    #expect(!board.screen.contains("u undo") && board.screen.contains("r last"))
    view.show(.state(face.shown(PauseReason.unconnected)))
    #expect(!board.screen.contains("last"))
    // The session is over.
    view.show(.state(face.shown(.idle, of: comparison(index: 2))))
    view.show(.state(face.shown(PauseReason.asked)))
    #expect(!board.screen.contains("last"))
  }

  @Test("the outputs cover the scene until they are left")
  func outputs() {
    let view = mode(.matching)
    view.show(.state(MatchingFace().shown(.playingTunable, of: matching())))
    #expect(!view.isCovered)
    view.show(.outputs(OutputScreen(setting: "off", glyphs: .unicode)))
    #expect(view.isCovered)
    #expect(board.screen.contains("Asking the JACK server"))
    #expect(!board.screen.contains("tune it"))
    view.show(.outputs(nil))
    #expect(!view.isCovered)
    #expect(board.screen.contains("tune it"))
  }

  @Test("the keys of the closing page")
  func keys() {
    let screen = ClosingScreen(closingPage(), glyphs: .unicode)
    #expect(screen.handle(.enter) == .perform(.train(TrainingChoice(.comparison, .unison))))
    #expect(
      screen.handle(.character("3")) == .perform(.train(TrainingChoice(.matching, .unison))))
    #expect(screen.handle(.character("9")) == .perform(.open(.profile)))
    #expect(
      screen.handle(.character("1")) == .perform(.train(TrainingChoice(.comparison, .unison))))
    #expect(screen.handle(.character("0")) == .perform(.open(.settings)))
    #expect(screen.handle(.escape) == .back && screen.handle(.character("q")) == .back)
    for key in [Key.character("x"), .character("a"), .up] {
      #expect(screen.handle(key) == .stay)
    }
  }
}
