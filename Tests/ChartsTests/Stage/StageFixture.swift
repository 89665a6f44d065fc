import Console
import Foundation
import Language
import Music
import TestSupport
import Training

@testable import Charts

/// What the tests of the stage show.
enum StageFixture {
  static let wide = TerminalSize(columns: 80, rows: 24)
  static let small = TerminalSize(columns: 40, rows: 12)
  static let large = TerminalSize(columns: 120, rows: 40)

  static let fifth = DirectedInterval(.perfectFifth)
  static let fifthDown = DirectedInterval(.perfectFifth, .down)

  /// Where a session is that shows this.
  ///
  /// - Parameter hasAnswer: whether something was answered before.
  static func place(of scene: TrialScene, hasAnswer: Bool) -> SessionPlace {
    let choice =
      switch scene {
      case .comparison(let stage):
        TrainingChoice(.comparison, TrainingKind(stage.task.interval))
      case .matching(let stage): TrainingChoice(.matching, TrainingKind(stage.task.interval))
      case .purity(let stage): TrainingChoice(.purity, TrainingKind(stage.task.interval))
      case .playing(let stage): TrainingChoice(.playing, TrainingKind(stage.task.interval))
      case .paused: TrainingChoice(.comparison, .unison)
      }
    return SessionPlace(
      title: choice.name, index: hasAnswer ? 12 : 1, count: 40, hasLast: hasAnswer,
      canUndo: hasAnswer)
  }

  private static func task(_ interval: DirectedInterval, note: Int) -> StageTask {
    StageTask(reference: MIDINote(note), interval: interval, tuning: .justIntonation)
  }

  static func comparison(
    _ moment: ComparisonStage.Moment, _ interval: DirectedInterval = .prime, note: Int = 62
  ) -> TrialScene {
    .comparison(
      ComparisonStage(task(interval, note: note), moment))
  }

  static func answered(
    _ offset: Double, isRight: Bool, _ replay: StageReplay = .none,
    _ interval: DirectedInterval = .prime, note: Int = 62
  ) -> TrialScene {
    comparison(
      .answered(
        .init(
          offset: Cents(offset), isRight: isRight, replay: replay,
          truthFollows: interval != .prime)), interval, note: note)
  }

  static func matching(
    _ moment: MatchingStage.Moment, _ interval: DirectedInterval = .prime
  ) -> TrialScene {
    .matching(
      MatchingStage(task(interval, note: 62), moment))
  }

  static func tuned(
    _ error: Double, _ replay: StageReplay = .none, _ interval: DirectedInterval = .prime
  ) -> TrialScene {
    matching(.answered(.init(error: Cents(error), start: -41.7, replay: replay)), interval)
  }

  static func playing(
    _ moment: PlayingStage.Moment, _ interval: DirectedInterval = .prime
  ) -> TrialScene {
    .playing(PlayingStage(task(interval, note: 62), moment))
  }

  /// A note that slid up to its pitch and drifted a little.
  static func played(
    _ error: Double, _ replay: StageReplay = .none, vibrato: Double = 0,
    interval: DirectedInterval = .prime
  ) -> TrialScene {
    let curve = (0..<60).map { point in
      let time = Double(point) / 60
      return Float(
        error + 2 * (time - 0.5) + vibrato * 0.7 * sin(2 * .pi * 5.5 * time) - 3 * exp(-9 * time))
    }
    return playing(
      .answered(
        .init(
          HeardNote(
            error: Cents(error), uncertainty: 0.03, drift: 2, vibratoRate: vibrato > 0 ? 5.5 : 0,
            vibratoExtent: Cents(vibrato), steadiness: 0.8, length: 0.6, settleTime: 0.18,
            level: -20, curve: PlayedCurve(cents: curve)), replay: replay)), interval)
  }

  static func purity(
    _ moment: PurityStage.Moment, _ interval: DirectedInterval = .prime
  ) -> TrialScene {
    .purity(PurityStage(task(interval, note: 62), moment))
  }

  static func judged(
    _ offset: Double, isFirstTrue: Bool, isRight: Bool, beats: TrialBeats? = nil,
    _ replay: StageReplay = .none, _ interval: DirectedInterval = .prime
  ) -> TrialScene {
    purity(
      .answered(
        .init(
          offset: Cents(offset), isFirstTrue: isFirstTrue, isRight: isRight, beats: beats,
          replay: replay)), interval)
  }
}

extension TrialScene {
  func frame(
    _ size: TerminalSize = StageFixture.wide, _ glyphs: Glyphs = .unicode,
    hasAnswer: Bool = true, last: TrialScene? = nil
  ) -> StageFrame {
    var place = StageFixture.place(of: self, hasAnswer: hasAnswer)
    place.last = last
    return frame(of: place, in: size, glyphs: glyphs)
  }

  /// What stands on the stage, without the blank rows around it.
  func stage(_ size: TerminalSize = StageFixture.wide, _ glyphs: Glyphs = .unicode) -> String {
    let frame = frame(size, glyphs)
    let left = size.columns < 60 ? 0 : (size.columns - 60) / 2
    let rows = frame.grid(in: size).lines.dropFirst().dropLast(2).map {
      String($0.dropFirst(left))
    }
    let first = rows.firstIndex { !$0.isEmpty } ?? 0
    let last = rows.lastIndex { !$0.isEmpty } ?? -1
    return first > last ? "" : rows[first...last].joined(separator: "\n")
  }

  /// What is said to sound now, in bold.
  var boldSounds: [String] {
    frame().body.flatMap(\.runs).filter { $0.style.weight == .bold && $0.text.contains("♪") }
      .map(\.text)
  }

  func keys(_ size: TerminalSize = StageFixture.wide) -> String {
    frame(size).grid(in: size).lines.last ?? ""
  }
}

/// The same in German.
func inGerman<Value>(_ body: () throws -> Value) rethrows -> Value {
  try MessageCatalogue.$messages.withValue(GermanMessages.table, operation: body)
}
