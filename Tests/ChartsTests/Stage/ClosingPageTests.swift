import Console
import Foundation
import Music
import TestSupport
import Testing
import Training

@testable import Charts

@Suite("Closing page")
struct ClosingPageTests {
  private let unison = TrainingChoice(.comparison, .unison)

  /// A course as a session has it: from large differences to small ones.
  private let points: [SessionCourse.Point] = [
    (100, true), (80, true), (90, false), (40, true), (35, true), (30, true), (28, false),
    (30, true), (25, true), (22, true), (20, true), (12, true), (11, false),
  ].map { SessionCourse.Point(cents: $0.0, isFull: $0.1) }

  private func figures(
    _ value: Double, _ low: Double, _ high: Double, _ state: FigureState = .shown,
    truth: String? = nil, least: ClosedRange<MIDINote>? = nil, sound: String? = nil
  ) -> SessionFigures {
    SessionFigures(
      figures: [
        SessionFigures.Figure(
          name: "threshold", spokenName: "Threshold",
          verdict: ThresholdVerdict(
            state: state, answers: 12,
            threshold: CentsEstimate(value: Cents(value), low: Cents(low), high: Cents(high))),
          condition: HearingCondition(soundSource: sound, duration: .medium, level: .equal))
      ], truth: truth, leastKnown: least)
  }

  /// How many of the answers of the session were foreseen to be right.
  private var foreseen: ForeseenAnswers {
    var foreseen = ForeseenAnswers()
    (foreseen.answers, foreseen.correct, foreseen.expected) = (13, 10, 10.9)
    return foreseen
  }

  private let yardsticks = (0..<7).map { Yardstick.sentence($0) }

  private func page(advice: String? = nil) -> ClosingPage {
    ClosingPage(
      unison, course: SessionCourse(.comparison, points), seconds: 182.1,
      before: figures(14.2, 10, 22),
      now: figures(
        12.8, 9, 18, truth: "So small a change may be chance.",
        least: MIDINote(36)...MIDINote(40)), rest: advice, nextTrials: 40)
  }

  @Test("the course has an axis in cents, and a number below every tenth answer")
  func course() {
    let size = StageFixture.wide
    let lines = page().frame(in: size, glyphs: .unicode).grid(in: size).lines
    #expect(lines[0].hasPrefix("Comparison, unison · 13 in 3 minutes"))
    #expect(lines[0].hasSuffix("● right  ○ wrong"))
    let body = lines.map { String($0.dropFirst(10)) }
    let first = body.firstIndex { $0.hasPrefix("100 ┤") } ?? 0
    #expect(
      Array(body[first...].prefix(5)) == [
        "100 ┤●●○", " 30 ┤   ●●●○●●●●", " 10 ┤           ●○", "    └┬────────┬───",
        "     1       10",
      ])
  }

  @Test("figures, a sentence of truth and what is least known follow it, and stay in lines")
  func facts() {
    let facts = [
      "10 of 13 right.", "threshold  before 14.2 (10–22)  now 12.8 (9–18)",
      "So small a change may be chance.", "Next time more of C2–E2, of which least is known.",
      Yardstick.sentence(13),
    ]
    #expect(page().lines == ["Comparison, unison · 13 in 3 minutes"] + facts)
    let size = StageFixture.wide
    let shown = page().frame(in: size, glyphs: .unicode).grid(in: size).lines
    for fact in facts { #expect(shown.contains { $0.hasSuffix(fact) }) }
    #expect(shown.last == "Enter 40 more   3 tune   9 profile   Esc start")
    #expect(page(advice: "Rest.").lines.last == "Rest.")
    #expect(
      page(advice: "Rest.").spoken == "13 done. 10 of 13 right. Threshold 12.8, 9 to 18. Rest.")
    #expect(page().spoken == "13 done. 10 of 13 right. Threshold 12.8, 9 to 18.")
  }

  @Test("how many right answers were expected stands beside them, if it is known of all of them")
  func expected() {
    var page = page()
    page.now = SessionFigures(foreseen: foreseen)
    page.before = nil
    #expect(page.lines[1] == "10 of 13 right, 11 expected." && page.expected == 11)
    page.before = SessionFigures(foreseen: foreseen)
    #expect(page.lines[1] == "10 of 13 right." && page.expected == nil)
    page.course = SessionCourse(.matching, points)
    #expect(page.lines[1] == "Half of them lie within 30.0 cents." && page.right == nil)
  }

  @Test(
    "the range of the first day is a figure of its own, with about how many answers are missing")
  func first() {
    var page = page()
    page.now = figures(9, 4.2, 19, .first, truth: HearingWords.figureTakes(60))
    page.before = nil
    #expect(
      page.lines[2...3] == [
        "threshold  between 4 and 20 cents so far",
        "It takes about 60 more answers until the figure itself is known.",
      ])
    #expect(page.spoken == "13 done. 10 of 13 right. Threshold between 4 and 20 cents so far.")
  }

  @Test("another session has another yardstick, and none has a figure of its own")
  func yardstick() {
    #expect(Set(yardsticks).count == 7 && Yardstick.sentence(7) == yardsticks[0])
    #expect(Set([40, 80, 120, 160].map { Yardstick.sentence($0) }).count == 4)
  }

  @Test("the end of a session with notes together says so, on the page and in its line")
  func together() {
    var page = page()
    page.title = TrainingChoice.title(.comparison, of: [.prime], .harmonic)
    page.isTogether = true
    let title = "Comparison, unison, sounding together"
    #expect(page.lines.first == "\(title) · 13 in 3 minutes")
    #expect(page.spoken == "\(title): 13 done. 10 of 13 right. Threshold 12.8, 9 to 18.")
  }

  @Test("that answers were not stored is said on the page, in its lines and when it is read out")
  func unstored() {
    var page = page(advice: "Rest.")
    page.unstored = ["3 answers were not stored."]
    #expect(page.lines.suffix(2) == ["3 answers were not stored.", "Rest."])
    #expect(page.spoken.hasSuffix("9 to 18. 3 answers were not stored. Rest."))
    let size = StageFixture.wide
    let shown = page.frame(in: size, glyphs: .unicode).grid(in: size).lines
    #expect(shown.contains { $0.hasSuffix("3 answers were not stored.") })
  }

  @Test("that there was plenty of it today is said there, too")
  func plenty() {
    var page = page()
    let sentence = "More of the same today brings little."
    #expect(!page.lines.contains(sentence))
    page.isPlenty = true
    #expect(page.lines.last == sentence && page.spoken.hasSuffix(sentence))
  }

  @Test("what may not be shown is not, and the sentence says why")
  func early() {
    var page = page()
    page.now = figures(30, 5, 90, .early, truth: "It is too early to say.")
    #expect(page.lines[2] == "It is too early to say.")
    #expect(page.spoken == "13 done. 10 of 13 right. It is too early to say.")
    page.now = figures(12.8, 9, 18)
    page.before = figures(30, 5, 90, .early)
    #expect(page.lines[2] == "threshold  now 12.8 (9–18)")
  }

  @Test("what was known with another sound is not set beside what is known now")
  func otherSound() {
    var page = page()
    page.before = figures(14.2, 10, 22, sound: "sine:0:0")
    page.now = figures(12.8, 9, 18, sound: "reed:0:0")
    #expect(page.lines[2] == "threshold  now 12.8 (9–18)")
    page.now = figures(12.8, 9, 18, sound: "sine:0:0")
    #expect(page.lines.contains("threshold  before 14.2 (10–22)  now 12.8 (9–18)"))
  }

  @Test("the words matter more than the picture")
  func small() {
    let size = TerminalSize(columns: 40, rows: 9)
    let lines = page().frame(in: size, glyphs: .unicode).grid(in: size).lines
    #expect(!lines.contains { $0.contains("┤") })
    #expect(lines.contains { $0.contains("before 14.2 (10–22)") })
    #expect(lines.allSatisfy { $0.columns <= 40 })
  }

  @Test("the other training is the one of the same intervals")
  func other() {
    let keys = TrainingChoice.all.map { choice in
      StartKeys.key(
        of: ClosingPage(
          choice, course: SessionCourse(choice.training), seconds: 0, before: nil,
          now: SessionFigures()
        ).other)
    }
    #expect(String(keys) == "34121212")
  }

  @Test("the figures are those of the profile, to the digit")
  func sameFigures() throws {
    var hearing = HearingModel()
    var random = SeededGenerator(seed: 4)
    for index in 0..<600 {
      let size = 10 * exp(Double.random(in: -1.2...1.6, using: &random))
      let isRight = Double.random(in: 0..<1, using: &random) < 0.5 * erfc(-0.0477 * size)
      hearing.addComparison(
        note: MIDINote(55 + index % 12), centOffset: Cents(size), isCorrect: isRight,
        interval: .prime, date: Date(timeIntervalSince1970: Double(index / 50) * 86_400))
    }
    let range = try #require(NoteRange(lowest: 55, highest: 67))
    let figures = SessionFigures(.comparison, of: [.prime], hearing, noteRange: range)
    let level = UnisonVerdicts(hearing.unison.melodic).level
    try #require(level.state == .shown)
    #expect(figures.figures.map(\.estimate) == [level.threshold])
    let page = ClosingPage(
      unison, course: SessionCourse(.comparison, points), seconds: 60, before: nil, now: figures)
    let profile = ProfileText.text(ProfileSnapshot(hearing, noteRange: range))
    let text = EstimateText(threshold: level.threshold)
    #expect(page.lines[2] == "threshold  now \(text.all)")
    #expect(profile.contains(text.value) && profile.contains(text.low))
    #expect(
      page.spoken
        == "13 done. 10 of 13 right. Threshold \(text.value), \(text.low) to \(text.high).")
  }

  @Test("before the first answers there is nothing but the number of trials")
  func nothing() throws {
    let range = try #require(NoteRange(lowest: 55, highest: 67))
    for training in TrainingName.allCases {
      for intervals in [[DirectedInterval.prime], [StageFixture.fifth]] {
        let figures = SessionFigures(training, of: intervals, HearingModel(), noteRange: range)
        #expect(figures == SessionFigures())
      }
    }
  }

  @Test(
    "of a few answers a sentence says how many there are, of the intervals of the session alone")
  func few() throws {
    var hearing = HearingModel()
    let third = DirectedInterval(.majorThird)
    for interval in [.prime, .prime, StageFixture.fifth, third] {
      hearing.addComparison(
        note: MIDINote(60), centOffset: 12, isCorrect: true, interval: interval,
        date: Date(timeIntervalSince1970: 0))
    }
    let range = try #require(NoteRange(lowest: 55, highest: 67))
    func truth(_ intervals: [DirectedInterval]) -> String? {
      SessionFigures(.comparison, of: intervals, hearing, noteRange: range).truth
    }
    #expect(
      truth([.prime])
        == "It is too early to say: there are 2 comparisons, and it takes about 20 more.")
    #expect(truth([StageFixture.fifth])?.contains("1 comparison") == true)
    #expect(
      truth([StageFixture.fifth, third])
        == "It is too early to say: there are 2 comparisons, and it takes about 40 more.")
  }

  /// Notes tuned with that pull and one slip.
  private func tuned(_ count: Int, pull: Double) -> HearingModel {
    var hearing = HearingModel()
    for index in 0..<count {
      let start = Double(index * 37 % 200) - 100
      let error = index == 4 ? 95 : pull * start / 100 + Double(index * 7 % 11) - 5
      hearing.add(
        PitchAnswer(
          .matching,
          note: MIDINote(60), interval: .prime, centError: Cents(error),
          initialCentOffset: Cents(start), date: Date(timeIntervalSince1970: 0),
          presentation: nil))
    }
    return hearing
  }

  @Test("of a matching the page has the spread and a clear pull, and no change that nobody tested")
  func matching() throws {
    let range = try #require(NoteRange(lowest: 55, highest: 67))
    func page(_ now: HearingModel, before: HearingModel) -> [String] {
      let figures = [before, now].map {
        SessionFigures(.matching, of: [.prime], $0, noteRange: range)
      }
      return ClosingPage(
        TrainingChoice(.matching, .unison), course: SessionCourse(.matching), seconds: 60,
        before: figures[0], now: figures[1]
      ).lines
    }
    let slip = page(tuned(30, pull: 0), before: tuned(29, pull: 0))
    #expect(slip.count == 3)
    #expect(slip[1].contains(/^spread +before \S+ \(\S+\)  now \S+ \(\S+\)$/))
    let pulled = page(tuned(120, pull: 20), before: tuned(80, pull: 20))
    #expect(pulled.count == 4)
    #expect(pulled[2].hasPrefix("Notes are pulled towards where they started: by "))
    #expect(
      page(tuned(12, pull: 0), before: HearingModel())[1]
        == "It is too early to say: there are 12 tuned notes, and 20 are needed.")
  }

  @Test("a mixed session is called what it is, and each half of the profile speaks for itself")
  func mixed() throws {
    var hearing = HearingModel()
    for interval in [.prime, .prime, StageFixture.fifth] {
      hearing.addComparison(
        note: MIDINote(60), centOffset: 12, isCorrect: true, interval: interval,
        date: Date(timeIntervalSince1970: 0))
    }
    let range = try #require(NoteRange(lowest: 55, highest: 67))
    let set = [DirectedInterval.prime, StageFixture.fifth]
    let shown = SessionFigures(.comparison, of: set, hearing, noteRange: range)
    #expect(shown.figures.map(\.name) == ["unison", "perfect fifth up"])
    #expect(shown.figures.map(\.answers) == [2, 1])
    let truth = try #require(shown.truth)
    let halves = truth.components(separatedBy: "Intervals: ")
    #expect(truth.hasPrefix("Unison: ") && halves.count == 2)
    #expect(halves.first?.contains("2 comparisons") == true)
    #expect(halves.last?.contains("1 comparison") == true)
    #expect(SessionWords.both(unison: "The same.", intervals: "The same.") == "The same.")
    #expect(SessionWords.both(unison: nil, intervals: "This.") == "Intervals: This.")

    #expect(TrainingChoice(.matching, of: set) == TrainingChoice(.matching, .interval))
    #expect(TrainingChoice(.matching, of: [.prime]) == TrainingChoice(.matching, .unison))
    let titles = [set, [.prime], [StageFixture.fifth]].map {
      TrainingChoice.title(.matching, of: $0)
    }
    #expect(
      titles == ["Matching, unison and intervals", "Matching, unison", "Matching, intervals"])
    var page = page()
    page.title = TrainingChoice.title(.comparison, of: set)
    page.now = figures(12.8, 9, 18)
    page.now = SessionFigures(
      figures: page.now.figures.map { SessionWords.named($0, .unison) })
    #expect(page.lines.first == "Comparison, unison and intervals · 13 in 3 minutes")
    #expect(page.spoken == "13 done. 10 of 13 right. Unison 12.8, 9 to 18.")
  }

  @Test("purity, too, keeps unison and intervals apart in a mixed session")
  func mixedPurity() throws {
    var hearing = HearingModel()
    for interval in [DirectedInterval.prime, .prime, StageFixture.fifth] {
      hearing.add(
        ChoiceAnswer(
          .purity,
          note: MIDINote(60), interval: interval, centOffset: 12, isCorrect: true,
          date: Date(timeIntervalSince1970: 0)))
    }
    let range = try #require(NoteRange(lowest: 55, highest: 67))
    let figures = SessionFigures(
      .purity, of: [.prime, StageFixture.fifth], hearing, noteRange: range)
    #expect(figures.figures.map(\.name) == ["unison", "perfect fifth up"])
    let truth = try #require(figures.truth)
    #expect(truth.hasPrefix("Unison: It is too early to say: there are 2 answers"))
    #expect(truth.contains("Intervals: perfect fifth: "))
    let unison = try #require(
      SessionFigures(.purity, of: [.prime], hearing, noteRange: range).truth)
    #expect(unison.hasPrefix("It is too early to say: there are 2 answers"))
  }

  @Test("in German")
  func german() {
    inGerman {
      var page = page(advice: "15 Minuten; Ohren mögen Pausen.")
      page.now = SessionFigures(
        figures: [
          SessionFigures.Figure(
            name: "Schwelle", spokenName: "Schwelle",
            verdict: ThresholdVerdict(
              state: .shown, answers: 40,
              threshold: CentsEstimate(value: 12.8, low: 9, high: 18)))
        ], truth: nil, leastKnown: MIDINote(36)...MIDINote(40))
      page.before = nil
      #expect(
        page.lines == [
          "Vergleich, Einklang · 13 in 3 Minuten", "10 von 13 richtig.",
          "Schwelle  jetzt 12,8 (9–18)",
          "Beim nächsten Mal mehr von C2–E2: davon ist am wenigsten bekannt.",
          Yardstick.sentence(13), "15 Minuten; Ohren mögen Pausen.",
        ])
      #expect(
        page.spoken
          == "13 fertig. 10 von 13 richtig. Schwelle 12,8, 9 bis 18. 15 Minuten; Ohren mögen Pausen."
      )
    }
  }
}
