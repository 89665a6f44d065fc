import Charts
import Console
import Foundation
import Music
import Settings
import Testing
import Training

@testable import PeachApp
@testable import Program

@Suite("Purity as the user sees it")
@MainActor
struct PurityFaceTests {
  private let face = PurityFace()

  private func trial(_ interval: DirectedInterval = DirectedInterval(.perfectFifth)) -> PosedTrial {
    PosedTrial(
      .purity,
      Challenge(
        referenceNote: MIDINote(60), interval: interval, centOffset: -8.1, isFirstTrue: true),
      TrialConditions(
        index: 3, tuningSystem: .justIntonation, referencePitch: Frequency(hertz: 440),
        noteDuration: NoteDuration(seconds: 1), voicing: Voicing(.harmonic)))
  }

  private func completed(
    _ trial: PosedTrial, first: Bool, partials: Int = 8
  ) -> CompletedTrial {
    var context = TrialContext()
    context.partials = PartialLevels([60: [Double](repeating: 0, count: partials)])
    return CompletedTrial(
      id: UUID(), purity: trial.challenge, answeredFirst: first, tuningSystem: trial.tuningSystem,
      timestamp: Date(timeIntervalSince1970: 0), context: context)
  }

  @Test("the arrows and the numbers answer, and so do words")
  func commands() {
    for key in [Key.left, .character("1")] {
      #expect(face.command(for: key) == .choose(1))
    }
    for key in [Key.right, .character("2")] {
      #expect(face.command(for: key) == .choose(2))
    }
    for (line, first) in [("first", true), ("1", true), ("Second", false), ("2", false)] {
      #expect(
        LineCommands.parse(line, for: .purity) == .intent(.choose(first ? 1 : 2)))
    }
    #expect(LineCommands.parse("higher", for: .purity) == .unfitting("higher"))
    #expect(LineCommands.parse("first", for: .comparison) == .unfitting("first"))
  }

  @Test("a result in a line: the verdict first, how far the other was off, and its beats")
  func lines() {
    let trial = trial()
    let right = face.shown(completed(trial, first: true), of: trial)
    #expect(
      right.line
        == "3 right: the first, the second was 8.1 cents narrow, 3.7 beats a second (in tune: no beats), C4"
    )
    let sine = face.shown(completed(trial, first: true, partials: 1), of: trial)
    #expect(sine.line == "3 right: the first, the second was 8.1 cents narrow, C4")
    #expect(!right.isWrong)
    let wrong = face.shown(completed(trial, first: false), of: trial)
    #expect(wrong.line.hasPrefix("3 wrong: the first, "))
    #expect(wrong.isWrong)
  }

  @Test("a trial and a result say everything in JSON")
  func fields() {
    let trial = trial()
    let names = face.shown(trial).fields.map(\.name)
    #expect(
      names == [
        "index", "referenceNote", "targetNote", "interval", "tuningSystem", "centOffset",
        "isFirstTrue", "trueFrequency", "offFrequency", "amplitudeDB", "presentation",
        "accompaniment",
      ])
    // What Open Sound Control sends does not tell the answer.
    #expect(!face.shown(trial).fields.filter(\.isSent).contains { $0.name == "isFirstTrue" })
    let result = face.shown(completed(trial, first: true), of: trial).fields
    #expect(result.contains(ShownField("answeredFirst", .bool(true), isSent: true)))
    #expect(result.contains { $0.name == "beats" } && result.contains { $0.name == "trueBeats" })
    let sine = face.shown(completed(trial, first: true, partials: 1), of: trial).fields
    #expect(!sine.contains { $0.name.lowercased().hasSuffix("beats") })
  }

  @Test("pads say the first and the second, and nothing tunes")
  func controls() {
    #expect(face.controls.intents == [.first, .second] && !face.controls.movesSlider)
  }
}
