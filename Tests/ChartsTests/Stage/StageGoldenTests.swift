import Console
import Foundation
import Language
import Music
import TestSupport
import Testing
import Training

@testable import Charts

/// Every state of every training, as somebody has read and approved it: in English in a usual terminal, and what
/// differs in a small one or in German.
@Suite("Golden screens of the trainings")
struct StageGoldenTests {
  enum Tongue: String, CaseIterable, Sendable { case en, de }

  @Test("each state of each training is drawn as approved")
  func screens() throws {
    var golden = GoldenPictures("stage")
    let scenes = scenes()
    for scene in scenes {
      golden.add(scene.name, scene.frame(StageFixture.wide), in: StageFixture.wide)
    }
    for scene in scenes where Self.inSmallTerminal.contains(scene.name) {
      golden.add(scene.name, scene.frame(StageFixture.small), in: StageFixture.small)
    }
    #expect(try golden.differences() == [])
  }

  @Test("German is drawn as approved")
  func german() throws {
    var golden = GoldenPictures("stage-german")
    inLanguage(.de) {
      for scene in scenes() where Self.inGermanToo.contains(scene.name) {
        golden.add(scene.name, scene.frame(StageFixture.wide), in: StageFixture.wide)
      }
    }
    #expect(try golden.differences() == [])
  }

  private static let inSmallTerminal: Set = [
    "comparison P5, wrong", "matching P5, result", "playing P5-, far", "paused", "closing page",
    "oddOne P5, waiting", "oddOne P5, wrong",
  ]

  private static let inGermanToo: Set = [
    "comparison P5, wrong", "matching P5, result", "playing P5-, another note", "closing page",
    "comparison P1, after a right one", "oddOne P5, waiting", "oddOne P5, wrong",
  ]

  @Test("no row is wider than the terminal, in any language and with any glyphs")
  func widths() {
    let sizes = [
      StageFixture.wide, StageFixture.small, TerminalSize(columns: 30, rows: 8),
      TerminalSize(columns: 60, rows: 20), TerminalSize(columns: 200, rows: 60),
    ]
    for tongue in Tongue.allCases {
      inLanguage(tongue) {
        for size in sizes {
          for glyphs in [Glyphs.unicode, .ascii, .linuxConsole] {
            for scene in scenes(glyphs) {
              let frame = scene.frame(size)
              // The grid cuts; what is drawn for it fits by itself.
              let cut = frame.body.filter { $0.columns > size.columns }
              #expect(cut.isEmpty, "\(scene.name) at \(size.columns), \(tongue)")
            }
          }
        }
      }
    }
  }

  @Test("no key stands twice, and a result in a small terminal has its heading")
  func small() {
    for tongue in Tongue.allCases {
      inLanguage(tongue) {
        let heading = TuningText.interval(StageFixture.fifth, in: .justIntonation)
        for scene in scenes() {
          let lines = scene.frame(StageFixture.small).grid(in: StageFixture.small).lines
          let text = lines.joined(separator: "\n")
          let skips = text.components(separatedBy: StageWords.skip.styled.plain).count - 1
          #expect(skips <= 1, "\(scene.name), \(tongue)")
        }
        for replay in [StageReplay.none, .follows, .sounding(.given)] {
          let results = [
            StageFixture.tuned(-73.9, replay, StageFixture.fifth),
            StageFixture.played(-62, replay, vibrato: 30, interval: StageFixture.fifth),
            StageFixture.played(14.2, replay, interval: StageFixture.fifth),
          ]
          for scene in results {
            let stage = scene.stage(StageFixture.small)
            #expect(stage.hasPrefix(heading), "\(stage)")
          }
        }
      }
    }
  }

  private struct Scene {
    let name: String
    let frame: (TerminalSize) -> StageFrame
  }

  private func inLanguage<Value>(_ tongue: Tongue, _ body: () -> Value) -> Value {
    tongue == .de ? inGerman(body) : body()
  }

  private func scenes(_ glyphs: Glyphs = .unicode) -> [Scene] {
    let trials = comparisons + matchings + purities + oddOnes + playings + pauses
    return trials.map { name, scene in
      Scene(name: name) { scene.frame($0, glyphs) }
    } + [
      Scene(name: "comparison P1, the first of all") {
        StageFixture.comparison(.awaitingAnswer).frame($0, glyphs, hasAnswer: false)
      },
      Scene(name: "comparison P1, after a right one") {
        StageFixture.comparison(.awaitingAnswer).frame(
          $0, glyphs, last: StageFixture.answered(12.5, isRight: true))
      },
      Scene(name: "playing P5-, after another note") {
        StageFixture.playing(.listening(InputMeter(level: -18)), StageFixture.fifthDown).frame(
          $0, glyphs, last: StageFixture.played(14.2, interval: StageFixture.fifthDown))
      },
      Scene(name: "closing page") { closing.frame(in: $0, glyphs: glyphs) },
      Scene(name: "closing page, early") { early.frame(in: $0, glyphs: glyphs) },
    ]
  }

  private var comparisons: [(String, TrialScene)] {
    [DirectedInterval.prime, StageFixture.fifth].flatMap { interval in
      let name = "comparison \(interval)"
      return [
        ("\(name), note 1", StageFixture.comparison(.first, interval)),
        ("\(name), note 2", StageFixture.comparison(.second, interval)),
        ("\(name), waiting", StageFixture.comparison(.awaitingAnswer, interval)),
        ("\(name), right", StageFixture.answered(12.5, isRight: true, .none, interval)),
        ("\(name), wrong", StageFixture.answered(-8.1, isRight: false, .follows, interval)),
        ("\(name), far", StageFixture.answered(-64, isRight: false, .follows, interval)),
        (
          "\(name), replaying",
          StageFixture.answered(-8.1, isRight: false, .sounding(.given), interval)
        ),
      ]
    }
  }

  private var matchings: [(String, TrialScene)] {
    [DirectedInterval.prime, StageFixture.fifth].flatMap { interval in
      let name = "matching \(interval)"
      return [
        ("\(name), reference", StageFixture.matching(.first, interval)),
        ("\(name), tuning", StageFixture.matching(.second, interval)),
        ("\(name), result", StageFixture.tuned(8.3, .none, interval)),
        ("\(name), in tune", StageFixture.tuned(0.2, .none, interval)),
        ("\(name), far", StageFixture.tuned(-73.9, .follows, interval)),
        ("\(name), replaying", StageFixture.tuned(12.6, .sounding(.truth), interval)),
      ]
    }
  }

  private var purities: [(String, TrialScene)] {
    [DirectedInterval.prime, StageFixture.fifth].flatMap { interval in
      let name = "purity \(interval)"
      @MainActor func judged(_ offset: Double, isRight: Bool, _ replay: StageReplay) -> TrialScene {
        StageFixture.judged(
          offset, isFirstTrue: true, isRight: isRight,
          beats: TrialBeats(given: 1.18, truth: 0), replay, interval)
      }
      return [
        ("\(name), first", StageFixture.purity(.first, interval)),
        ("\(name), second", StageFixture.purity(.second, interval)),
        ("\(name), waiting", StageFixture.purity(.awaitingAnswer, interval)),
        ("\(name), right", judged(12.5, isRight: true, .none)),
        ("\(name), wrong", judged(-8.1, isRight: false, .follows)),
        ("\(name), replaying", judged(-8.1, isRight: false, .sounding(.given))),
      ]
    }
  }

  private var oddOnes: [(String, TrialScene)] {
    [DirectedInterval.prime, StageFixture.fifth].flatMap { interval in
      let name = "oddOne \(interval)"
      @MainActor func told(_ offset: Double, _ place: Int, _ replay: StageReplay) -> TrialScene {
        StageFixture.told(offset, oddPlace: 2, answered: place, replay, interval)
      }
      return [
        ("\(name), first", StageFixture.oddOne(.first, interval)),
        ("\(name), second", StageFixture.oddOne(.second, interval)),
        ("\(name), third", StageFixture.oddOne(.third, interval)),
        ("\(name), waiting", StageFixture.oddOne(.awaitingAnswer, interval)),
        ("\(name), right", told(12.5, 2, .none)),
        ("\(name), wrong", told(-8.1, 3, .follows)),
        ("\(name), replaying", told(-8.1, 3, .sounding(.given))),
      ]
    }
  }

  private var playings: [(String, TrialScene)] {
    [DirectedInterval.prime, StageFixture.fifthDown].flatMap { interval in
      let name = "playing \(interval)"
      let meter = InputMeter(level: -18, note: MIDINote(62))
      return [
        ("\(name), reference", StageFixture.playing(.first, interval)),
        ("\(name), nothing is heard", StageFixture.playing(.listening(InputMeter()), interval)),
        ("\(name), listening", StageFixture.playing(.listening(meter), interval)),
        (
          "\(name), another note",
          StageFixture.playing(
            .listening(
              meter,
              missed: TrialWords.missed(
                .wrongNote(frequency: 277, cents: 0), note: MIDINote(61), isRinging: true)),
            interval)
        ),
        (
          "\(name), a dead input",
          StageFixture.playing(.listening(InputMeter(isSilent: true)), interval)
        ),
        (
          "\(name), too loud",
          StageFixture.playing(
            .listening(InputMeter(level: 0, note: MIDINote(62), isClipping: true)), interval)
        ),
        ("\(name), judging", StageFixture.playing(.listening(meter, isJudging: true), interval)),
        ("\(name), close", StageFixture.played(-1.3, interval: interval)),
        ("\(name), with vibrato", StageFixture.played(14.2, vibrato: 30, interval: interval)),
        ("\(name), far", StageFixture.played(-62, .follows, interval: interval)),
        ("\(name), replaying", StageFixture.played(14.2, .sounding(.truth), interval: interval)),
      ]
    }
  }

  private var pauses: [(String, TrialScene)] {
    let answered = TrialStage(
      .comparison,
      StageTask(reference: MIDINote(62), interval: .prime, tuning: .equalTemperament),
      .answered(.comparison(12.5, isRight: true)))
    return [
      ("paused", .paused(PausedStage(localized("Paused.")))),
      ("paused before a trial", .paused(PausedStage("", answered: .trial(answered)))),
      (
        "paused by the server",
        .paused(
          PausedStage(localized("No JACK server; trying again."), canGoOn: false))
      ),
    ]
  }

  private var closing: ClosingPage {
    let points = (0..<40).map { index in
      SessionCourse.Point(cents: 100 * pow(0.94, Double(index)) + 8, isFull: index % 7 != 2)
    }
    return ClosingPage(
      TrainingChoice(.comparison, .unison), course: SessionCourse(.comparison, points),
      seconds: 182.1, before: figures(14.2, 10, 22), now: figures(12.8, 9, 18),
      rest: localized(
        one: "You have trained for %d minute. Take a break.",
        other: "You have trained for %d minutes. Take a break.", 15),
      nextTrials: 40)
  }

  private var early: ClosingPage {
    let points = (0..<5).map { SessionCourse.Point(cents: Double($0 * 9), isFull: $0 % 2 == 0) }
    return ClosingPage(
      TrainingChoice(.matching, .interval), course: SessionCourse(.matching, points), seconds: 44,
      before: nil, now: SessionFigures(truth: HearingWords.tooEarly(5)), hasStart: false)
  }

  private func figures(_ value: Double, _ low: Double, _ high: Double) -> SessionFigures {
    SessionFigures(
      figures: [
        SessionFigures.Figure(
          name: localized("threshold"),
          spokenName: localized(context: "beginning of a sentence", "Threshold"),
          verdict: ThresholdVerdict(
            state: .shown, answers: 40,
            threshold: CentsEstimate(value: Cents(value), low: Cents(low), high: Cents(high))))
      ],
      truth: HearingWords.guesses, leastKnown: MIDINote(36)...MIDINote(40))
  }
}
