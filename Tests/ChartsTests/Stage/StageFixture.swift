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
  static func place(of scene: TrialScene, hasAnswer: Bool) -> SessionProgress {
    let choice =
      switch scene {
      case .trial(let stage): TrainingChoice(stage.training, TrainingKind(stage.task.interval))
      case .paused: TrainingChoice(.comparison, .unison)
      }
    return SessionProgress(
      title: choice.name, index: hasAnswer ? 12 : 1, count: 40, hasLast: hasAnswer,
      canUndo: hasAnswer)
  }

  private static func task(_ interval: DirectedInterval, note: Int) -> StageTask {
    StageTask(reference: MIDINote(note), interval: interval, tuning: .justIntonation)
  }

  static func comparison(
    _ moment: TrialStage.Moment, _ interval: DirectedInterval = .prime, note: Int = 62
  ) -> TrialScene {
    .trial(TrialStage(.comparison, task(interval, note: note), moment))
  }

  static func answered(
    _ offset: Double, isRight: Bool, _ replay: StageReplay = .none,
    _ interval: DirectedInterval = .prime, note: Int = 62
  ) -> TrialScene {
    comparison(
      .answered(
        .comparison(
          Cents(offset), isRight: isRight, replay: replay, truthFollows: interval != .prime)),
      interval, note: note)
  }

  static func matching(
    _ moment: TrialStage.Moment, _ interval: DirectedInterval = .prime
  ) -> TrialScene {
    .trial(TrialStage(.matching, task(interval, note: 62), moment))
  }

  static func tuned(
    _ error: Double, _ replay: StageReplay = .none, _ interval: DirectedInterval = .prime
  ) -> TrialScene {
    matching(.answered(.matching(Cents(error), start: -41.7, replay: replay)), interval)
  }

  static func playing(
    _ moment: TrialStage.Moment, _ interval: DirectedInterval = .prime
  ) -> TrialScene {
    .trial(TrialStage(.playing, task(interval, note: 62), moment))
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
        .playing(
          PlayedNote(
            error: error, uncertainty: 0.03, drift: 2, vibratoRate: vibrato > 0 ? 5.5 : 0,
            vibratoExtent: vibrato, steadiness: 0.8, length: 0.6, settleTime: 0.18,
            level: -20, curve: curve), replay: replay)), interval)
  }

  static func purity(
    _ moment: TrialStage.Moment, _ interval: DirectedInterval = .prime
  ) -> TrialScene {
    .trial(TrialStage(.purity, task(interval, note: 62), moment))
  }

  static func judged(
    _ offset: Double, isFirstTrue: Bool, isRight: Bool, beats: TrialBeats? = nil,
    _ replay: StageReplay = .none, _ interval: DirectedInterval = .prime
  ) -> TrialScene {
    purity(
      .answered(
        .purity(
          Cents(offset), isFirstTrue: isFirstTrue, isRight: isRight, beats: beats, replay: replay)),
      interval)
  }

  static func oddOne(
    _ moment: TrialStage.Moment, _ interval: DirectedInterval = .prime
  ) -> TrialScene {
    .trial(TrialStage(.oddOne, task(interval, note: 62), moment))
  }

  static func told(
    _ offset: Double, oddPlace: Int, answered: Int, _ replay: StageReplay = .none,
    _ interval: DirectedInterval = .prime
  ) -> TrialScene {
    oddOne(
      .answered(.oddOne(Cents(offset), oddPlace: oddPlace, answered: answered, replay: replay)),
      interval)
  }
}

extension TrialStage.Answer {
  private init(
    _ training: TrainingName, _ offset: Cents = 0, isFirstTrue: Bool = false,
    oddPlace: Int = 1, _ answer: CompletedTrial.Answer, beats: TrialBeats? = nil,
    replay: StageReplay,
    truthFollows: Bool = false
  ) {
    self.init(
      CompletedTrial(
        id: UUID(), training,
        challenge: Challenge(
          referenceNote: MIDINote(62), interval: .prime, centOffset: offset,
          isFirstTrue: isFirstTrue, oddPlace: oddPlace),
        answer: answer, tuningSystem: .justIntonation, timestamp: Date(timeIntervalSince1970: 0)),
      beats: beats, replay: replay, truthFollows: truthFollows)
  }

  static func comparison(
    _ offset: Cents, isRight: Bool, beats: TrialBeats? = nil, replay: StageReplay = .none,
    truthFollows: Bool = false
  ) -> Self {
    Self(
      .comparison, offset, .choice((offset > 0) == isRight), beats: beats, replay: replay,
      truthFollows: truthFollows)
  }

  static func purity(
    _ offset: Cents, isFirstTrue: Bool, isRight: Bool, beats: TrialBeats? = nil,
    replay: StageReplay = .none
  ) -> Self {
    Self(
      .purity, offset, isFirstTrue: isFirstTrue, .choice(isFirstTrue == isRight), beats: beats,
      replay: replay)
  }

  static func oddOne(
    _ offset: Cents, oddPlace: Int, answered: Int, replay: StageReplay = .none
  ) -> Self {
    Self(.oddOne, offset, oddPlace: oddPlace, .place(answered), replay: replay)
  }

  static func matching(
    _ error: Cents, start: Cents, beats: TrialBeats? = nil, replay: StageReplay = .none
  ) -> Self {
    Self(.matching, start, .pitch(error), beats: beats, replay: replay)
  }

  static func playing(
    _ played: PlayedNote, beats: TrialBeats? = nil, replay: StageReplay = .none
  ) -> Self {
    Self(.playing, 0, .played(played), beats: beats, replay: replay)
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
