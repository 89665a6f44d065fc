import Language
import Music
import TestSupport

@testable import Charts
@testable import Console
@testable import PeachApp
@testable import Training

/// A start screen with figures, and the frames of a screen in both languages.
@MainActor
enum StartFixture {
  static let intervals = [
    DirectedInterval(.perfectFifth), DirectedInterval(.majorThird, .down),
  ]

  static let sizes = [(80, 24), (40, 12), (120, 40)].map {
    TerminalSize(columns: $0.0, rows: $0.1)
  }

  /// Two trainings with a figure, the others without.
  static func facts(
    glyphs: Glyphs = .unicode, trials: Int = 40, seconds: Double = 4
  ) -> StartFacts {
    let threshold = TrainingState.threshold(CentsEstimate(value: 12.8, low: 9, high: 18))
    let flat = TrainingState(
      localized("%@, spread %@", localized("%@ flat", NumberText.fixed(2.1, places: 1)), "6"),
      short: localized("%@ flat", NumberText.fixed(2.1, places: 1)))
    let states: [TrainingState] = [
      threshold, .untrained(glyphs), flat, .untrained(glyphs), .untrained(glyphs),
      .untrained(glyphs), .untrained(glyphs), .untrained(glyphs),
    ]
    return StartFacts(
      rows: zip(TrainingChoice.all, states).map { choice, state in
        StartFacts.Row(
          choice: choice, state: state,
          intervals: choice.kind == .unison ? [.prime] : intervals)
      },
      paces: [
        .comparison: TrainingPace(trials: trials, seconds: seconds),
        .matching: TrainingPace(trials: trials / 2, seconds: 9.4),
        .purity: TrainingPace(trials: trials, seconds: seconds),
        .playing: TrainingPace(trials: trials / 2, seconds: 9.4),
      ])
  }

  /// What there is to show while the history is still being read.
  static var earlyFacts: StartFacts {
    StartFacts(
      rows: TrainingChoice.all.map { choice in
        StartFacts.Row(
          choice: choice, state: nil, intervals: choice.kind == .unison ? [.prime] : intervals)
      },
      paces: [
        .comparison: TrainingPace(trials: 40, seconds: nil),
        .matching: TrainingPace(trials: 20, seconds: nil),
        .purity: TrainingPace(trials: 40, seconds: nil),
        .playing: TrainingPace(trials: 20, seconds: nil),
      ])
  }

  static let unison = TrainingChoice(.comparison, .unison)

  static func screen(_ glyphs: Glyphs = .unicode, chosen: TrainingChoice? = unison) -> StartScreen {
    StartScreen(facts(glyphs: glyphs), glyphs: glyphs, chosen: chosen)
  }

  /// The plan of a day whose focus is the major third, with the minor one mixed in.
  static let plan: Plan = {
    let third = Skill(.comparison, DirectedInterval(.majorThird))
    func block(
      _ part: Block.Part, _ activity: Block.Activity, _ length: Block.Length, _ intervals: String
    ) -> Block {
      var block = Block(activity, length)
      (block.part, block.settings["intervals"], block.expectedSeconds) = (part, intervals, 150)
      return block
    }
    var focus = block(.focus, .comparison, .trials(45), "M3,m3")
    focus.reason = Reason(
      kind: .focus, skill: third, figure: CentsEstimate(value: 14.2, low: 10, high: 19), goal: 12,
      dayOfFocus: 3)
    return Plan(
      name: Plan.nameOfDay, title: PlanText(""),
      blocks: [
        block(.listen, .listening, .seconds(30), "M3,m3"), focus,
        block(.hand, .matching, .trials(12), "M3"), block(.older, .comparison, .trials(25), "P1"),
      ])
  }()

  /// What a screen in a terminal of that size shows, in German.
  static func inGerman<Value>(_ make: () throws -> Value) rethrows -> Value {
    try MessageCatalogue.$messages.withValue(GermanMessages.table, operation: make)
  }
}

extension StageFrame {
  /// The rows in a terminal of that size.
  @MainActor func lines(_ columns: Int, _ rows: Int) -> [String] {
    grid(in: TerminalSize(columns: columns, rows: rows)).lines
  }
}
