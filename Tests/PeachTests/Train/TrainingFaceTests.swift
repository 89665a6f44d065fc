import Foundation
import Music
import TestSupport
import Testing

import Console
import History
@testable import PeachApp
@testable import Program
@testable import Training

@Suite("Faces of the trainings")
@MainActor
struct TrainingFaceTests {
  @Test(
    "a result is said in words, rounded to a tenth of a cent",
    arguments: [
      (0.0, "in tune, to the cent"), (-0.49, "in tune, to the cent"), (0.5, "0.50 cents sharp"),
      (3.21, "3.2 cents sharp"), (-30, "30.0 cents flat"), (41.7, "41.7 cents sharp"),
    ])
  func words(error: Double, expected: String) throws {
    let trial = matching(index: 7)
    let shown = MatchingFace().shown(
      try completed(trial, error: Cents(error)), of: trial)
    #expect(shown.line == "7 \(expected), C4")
  }

  @Test("a result that is far off is followed by the truth, and the line says so afterwards")
  func truth() throws {
    let trial = PosedTrial(
      .playing,
      Challenge(referenceNote: MIDINote(60), interval: .prime),
      TrialConditions(
        index: 1, tuningSystem: .equalTemperament, referencePitch: Frequency(hertz: 440),
        noteDuration: NoteDuration(seconds: 1), flow: TrialFlow(afterWrongAnswer: .replay)))
    for (error, follows) in [(90.0, true), (1, false)] {
      let played = CompletedTrial(
        id: UUID(), challenge: trial.challenge, played: PlayedNote(error: error, length: 1),
        tuningSystem: trial.tuningSystem, timestamp: Date(timeIntervalSince1970: 0))
      #expect(PlayingFace().shown(played, of: trial).isReplayed == follows)
    }
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
    let answer = CompletedTrial(
      id: plain.id, comparison: plain.challenge, answeredHigher: true,
      tuningSystem: plain.tuningSystem, timestamp: plain.timestamp, context: context)
    let face = ComparisonFace()
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
    let face = MatchingFace()
    let shown = [-100.0, -3.7, 0, 55.5].map { offset in
      let output = TextRecorder()
      let board = FrameBoard()
      let modes: [any OutputMode] = [
        StageMode(face.name.words, on: TrainingStage(on: board, output), ringsBell: { true }),
        LineMode(face.name.words, output: output, messages: output),
      ]
      let trial = matching(offset: Cents(offset))
      for mode in modes {
        mode.show(.trial(face.shown(trial)))
        for state in [TrialPhase.playingReference, .playingTunable] {
          mode.show(.state(face.shown(state, of: trial)))
        }
      }
      return output.text + "\(board.frames)" + "\(face.shown(trial).fields.filter(\.isSent))"
    }
    #expect(Set(shown).count == 1)
  }
}
