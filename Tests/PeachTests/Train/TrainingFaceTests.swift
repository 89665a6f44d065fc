import Foundation
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

  @Test("at its end a session says what is known of the hearing that it trained")
  func summary() throws {
    let face = ComparisonFace(glyphs: .ascii)
    let fifth = DirectedInterval(.perfectFifth)
    let settings = MockUserSettings()
    settings.intervals = [.prime, fifth]
    let session = ComparisonSession(
      player: MockNotePlayer(), settings: settings, hearing: { HearingModel() })
    session.start()
    let run = try #require(session.run)
    session.stop()
    var hearing = HearingModel()
    #expect(face.summary(of: run, hearing).isEmpty)
    for interval in [.prime, .prime, fifth, DirectedInterval(.majorThird)] {
      hearing.addComparison(
        note: MIDINote(60), centOffset: 12, isCorrect: true, interval: interval,
        date: Date(timeIntervalSince1970: 0))
    }
    #expect(
      face.summary(of: run, hearing) == [
        "It is too early to say: there are 2 comparisons.",
        "perfect fifth: It is too early to say: there is 1 comparison.",
      ])
  }

  @Test("a result says how it came about under the names of the fields of records")
  func context() throws {
    let trial = comparison()
    let plain = try completed(trial, higher: true)
    var context = TrialContext()
    context.soundSource = "Peach:8:80"
    context.noteDuration = 0.3
    context.responseTime = 0.25
    context.heard = 2
    context.input = .osc
    let answer = CompletedComparison(
      id: plain.id, comparison: plain.comparison, answeredHigher: true,
      tuningSystem: plain.tuningSystem, timestamp: plain.timestamp, context: context)
    let face = ComparisonFace(glyphs: .ascii)
    let others = face.shown(plain, of: trial).fields.count
    #expect(
      Array(face.shown(answer, of: trial).fields.dropFirst(others)) == [
        ShownField("soundSource", .text("Peach:8:80")), ShownField("noteDuration", .double(0.3)),
        ShownField("responseTime", .double(0.25)), ShownField("heard", .int(2)),
        ShownField("input", .text("osc")),
      ])
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
