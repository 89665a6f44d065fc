import Music
import TestSupport
import Testing

import Console
@testable import PeachApp
@testable import Training

@Suite("Faces of the trainings")
@MainActor
struct TrainingFaceTests {
  @Test(
    "a result has signed cents, direction and band in words",
    arguments: [
      (0.0, "0 cents   exact"), (-0.004, "0 cents   exact"),
      (3.2, "+3.20 cents   sharp, under 10"), (-0.05, "-0.05 cents   flat, under 10"),
      (10, "+10.0 cents   sharp, up to 30"), (-30, "-30.0 cents   flat, up to 30"),
      (41.7, "+41.7 cents   sharp, beyond 30"),
    ])
  func words(error: Double, expected: String) throws {
    let trial = matching(index: 7)
    let shown = MatchingFace(glyphs: .ascii).shown(
      try completed(trial, error: Cents(error)), of: trial)
    #expect(shown.line == "7  \(expected)   (C4)")
  }

  @Test("the best of a session is said at its end, if there was a right answer")
  func best() throws {
    let face = ComparisonFace(glyphs: .ascii)
    let settings = MockUserSettings()
    let driver = ComparisonSession(
      player: MockNotePlayer(), settings: settings, profile: { PerceptualProfile() })
    driver.start()
    #expect(try face.summary(of: #require(driver.run)) == nil)
    var run = try #require(driver.run)
    run.record(try completed(comparison(), higher: true), of: comparison())
    #expect(face.summary(of: run) == nil)
    run.record(try completed(comparison(), higher: false), of: comparison())
    #expect(face.summary(of: run) == "Smallest difference answered right: 12.5 cents.")
    driver.stop()
  }

  @Test("what a person sees before the commit is the same wherever the target is")
  func nothingGivenAway() {
    let face = MatchingFace(glyphs: .unicode)
    let shown = [-100.0, -3.7, 0, 55.5].map { offset in
      let output = TextRecorder()
      let panel = TrainingPanel(output: output, columns: 200, glyphs: .unicode)
      let modes: [any OutputMode] = [
        PanelMode(face.words, panel: panel, glyphs: .unicode, ringsBell: { true }),
        LineMode(face.words, output: output, messages: output),
      ]
      let trial = matching(offset: Cents(offset))
      for mode in modes {
        mode.show(face.shown(trial))
        for state in [PitchMatchingMachine.Phase.playingReference, .playingTunable] {
          mode.show(face.shown(state, of: trial))
        }
      }
      return output.text + "\(face.shown(trial).fields.filter(\.isSent))"
    }
    #expect(Set(shown).count == 1)
  }
}
