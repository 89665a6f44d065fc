import Charts
import Console
import Music
import TestSupport
import Testing
import Training

@testable import PeachApp

@Suite("A training on the stage")
@MainActor
struct StageModeTests {
  private let output = TextRecorder()
  private let board = FrameBoard()

  private func mode(_ training: TrainingName, ringsBell: Bool = false) -> StageMode {
    StageMode(
      training.words, on: TrainingStage(on: board, output), ringsBell: { ringsBell })
  }

  private func page(_ points: Int = 2) -> ClosingPage {
    let points = (0..<points).map { _ in SessionCourse.Point(cents: 20, isFull: true) }
    return ClosingPage(
      TrainingChoice(.comparison, .unison), course: SessionCourse(.comparison, points),
      seconds: 60, before: nil,
      now: SessionFigures(
        .comparison, of: [.prime], HearingModel(), noteRange: MockUserSettings().noteRange),
      nextTrials: 40)
  }

  @Test("title and number come with the first scene; what sounds, the verdict and the truth follow")
  func comparisons() throws {
    let view = mode(.comparison)
    let face = ComparisonFace()
    let trial = comparison(index: 12)
    var shown = face.shown(trial)
    shown.count = 40
    view.show(shown)
    #expect(board.frames.isEmpty)
    view.show(face.shown(.playingNote1, of: trial))
    #expect(board.screen.hasPrefix("Comparison, unison"))
    #expect(board.screen.contains("12 of 40") && board.screen.contains("first    second"))
    view.show(face.shown(.awaitingAnswer, of: trial))
    #expect(board.screen.contains("Space again"))
    let outcome = try completed(trial, higher: true)
    view.show(face.shown(outcome, of: trial))
    #expect(board.screen.contains("✗ it was lower, by 12.5 cents"))
    #expect(!board.screen.contains("♪ again"))
    view.show(face.shown(.wrongAnswer, of: trial, outcome))
    #expect(board.screen.contains("♪ again   Enter skips"))
    let before = board.frames.count
    view.show(face.scene(of: trial, outcome, .sounding(.given)))
    #expect(board.frames.count == before + 1)
  }

  @Test("before the next trial the last one stays shown; another pause has its own words")
  func pauses() throws {
    let view = mode(.comparison)
    let face = ComparisonFace()
    view.show(face.shown(PauseReason.key))
    #expect(board.screen.contains("Enter on") && !board.screen.contains("the last"))
    try view.show(comparison(), higher: false)
    view.show(face.shown(PauseReason.key))
    #expect(board.screen.contains("✓ lower, by 12.5 cents"))
    #expect(board.screen.contains("Space last"))
    view.show(face.shown(PauseReason.asked))
    #expect(board.screen.contains("Paused.") && !board.screen.contains("✓"))
    view.show(face.shown(PauseReason.unconnected))
    #expect(board.screen.contains("Nothing connected; o chooses an output."))
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
    view.show(page())
    #expect(!board.screen.contains("in 1 minute"))
    view.showStopped(.quit, trials: 2)
    #expect(board.screen.contains("Comparison, unison · 2 in 1 minute"))
    #expect(output.text.isEmpty)
    view.close()
    #expect(board.isClosed)
    #expect(output.lines == ["Comparison, unison · 2 in 1 minute"])
  }

  @Test("without an answer there is no page, and a fault stays when the stage is left")
  func nothing() {
    let view = mode(.matching)
    view.showFault(.serverGone)
    view.showStopped(.error(.serverGone), trials: 0)
    view.close()
    #expect(output.lines == ["peach: \(Fault.serverGone.message)"])
  }

  @Test("help covers the scene until it is asked for again")
  func help() {
    let view = mode(.matching)
    let trial = matching()
    view.show(MatchingFace().shown(.playingTunable, of: trial))
    view.showHelp()
    #expect(board.screen.contains("100 cents are one semitone"))
    view.showHelp()
    #expect(board.screen.contains("tune it"))
  }

  @Test("the outputs cover the scene until they are left")
  func outputs() {
    let view = mode(.matching)
    view.show(MatchingFace().shown(.playingTunable, of: matching()))
    #expect(!view.isCovered)
    view.show(OutputScreen(setting: "off", glyphs: .unicode))
    #expect(view.isCovered)
    #expect(board.screen.contains("Asking the JACK server"))
    #expect(!board.screen.contains("tune it"))
    view.show(nil as OutputScreen?)
    #expect(!view.isCovered)
    #expect(board.screen.contains("tune it"))
  }

  @Test("the keys of the closing page")
  func keys() {
    let screen = ClosingScreen(page(), glyphs: .unicode)
    #expect(screen.handle(.enter) == .perform(.train(TrainingChoice(.comparison, .unison))))
    #expect(
      screen.handle(.character("3")) == .perform(.train(TrainingChoice(.matching, .unison))))
    #expect(screen.handle(.character("5")) == .perform(.open(.profile)))
    #expect(screen.handle(.escape) == .back && screen.handle(.character("q")) == .back)
    #expect(screen.handle(.character("x")) == .stay)
  }
}
