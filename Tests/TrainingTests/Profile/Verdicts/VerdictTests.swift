import Foundation
import Music
import Testing

@testable import Training

@Suite("What may be said")
struct VerdictTests {
  private let fifth = DirectedInterval(.perfectFifth)

  private func answer(
    _ note: Int, _ cents: Double, _ isCorrect: Bool, interval: DirectedInterval = .prime, day: Int
  ) -> ChoiceAnswer {
    ChoiceAnswer(
      .comparison,
      note: MIDINote(note), interval: interval, centOffset: Cents(cents), isCorrect: isCorrect,
      date: Date(timeIntervalSinceReferenceDate: Double(day) * 86400), context: TrialContext())
  }

  /// What a listener of that threshold answers to what the strategy asks, 50 times a day.
  private func verdicts(
    threshold: (Int) -> Double, count: Int
  ) -> UnisonVerdicts {
    var hearing = UnisonHearing()
    var random = RandomSource(SeededGenerator(seed: 9))
    let notes = (48...72).map { MIDINote($0) }
    for place in 0..<count {
      hearing.startDay(place / 50)
      let question = AdaptiveQuestion.unison(
        hearing.maps, among: notes, last: nil, within: 0.1...100, using: &random)
      let z =
        StandardNormal.upperQuartile * abs(question.offset) / threshold(question.note.rawValue)
      let isCorrect = Double.random(in: 0..<1, using: &random) < StandardNormal.cumulative(z)
      hearing.add(
        answer(question.note.rawValue, question.offset, isCorrect, day: place / 50),
        day: place / 50)
    }
    return UnisonVerdicts(hearing)
  }

  @Test("below twenty answers it is too early to say, whatever they are")
  func early() {
    let verdicts = verdicts(threshold: { _ in 10 }, count: 19)
    #expect(verdicts.level.state == .early)
    #expect(verdicts.level.answers == 19)
    #expect(verdicts.threshold(of: MIDINote(60)).state == .early)
    #expect(verdicts.extremes == .tooEarly)
    #expect(verdicts.trend == .tooEarly)
  }

  @Test("nothing is said of notes while the level is not known well enough")
  func earlyNotes() {
    var hearing = UnisonHearing()
    for place in 0..<30 { hearing.add(answer(60 + place % 2, 3, true, day: 0), day: 0) }
    let verdicts = UnisonVerdicts(hearing)
    #expect(verdicts.level.state == .early)
    #expect(verdicts.extremes == .tooEarly && verdicts.outstanding.isEmpty)
  }

  @Test("a listener with a threshold is shown it")
  func shown() {
    let verdicts = verdicts(threshold: { _ in 10 }, count: 300)
    #expect(verdicts.level.state == .shown)
    let level = verdicts.level.threshold
    #expect((level.low.rawValue...level.high.rawValue).contains(10))
    #expect(verdicts.extremes == .noClearDifference)
    #expect(verdicts.outstanding.isEmpty)
    #expect(verdicts.easyOnesPerMiss == nil)
  }

  /// Adds what a listener with a threshold of 10 cents answers to what the strategy asks with a sound,
  /// 50 times a day.
  private func train(
    _ hearing: inout UnisonHearing, _ count: Int, with sound: String, day first: Int
  ) {
    var random = RandomSource(SeededGenerator(seed: 5))
    var context = TrialContext()
    context.soundSource = sound
    let notes = (55...67).map { MIDINote($0) }
    for place in 0..<count {
      let day = first + place / 50
      hearing.startDay(day)
      let question = AdaptiveQuestion.unison(
        hearing.maps, among: notes, last: nil, within: 0.1...100, using: &random)
      let z = StandardNormal.upperQuartile * abs(question.offset) / 10
      let isCorrect = Double.random(in: 0..<1, using: &random) < StandardNormal.cumulative(z)
      hearing.add(
        ChoiceAnswer(
          .comparison,
          note: question.note, interval: .prime, centOffset: Cents(question.offset),
          isCorrect: isCorrect,
          date: Date(timeIntervalSinceReferenceDate: Double(day) * 86400), context: context),
        day: day)
    }
  }

  @Test("with a new sound it is too early, and what was known before is known with its own sound")
  func newCondition() throws {
    var hearing = UnisonHearing()
    train(&hearing, 400, with: "sine", day: 0)
    let before = UnisonVerdicts(hearing)
    try #require(before.level.state == .shown)
    #expect(before.newCondition == nil)

    train(&hearing, 1, with: "violin", day: 10)
    let verdicts = UnisonVerdicts(hearing)
    #expect(verdicts.level.state == .first && verdicts.level.answers == 401)
    let new = try #require(verdicts.newCondition)
    #expect(new.condition.soundSource == "violin" && new.answers == 1)
    let known = try #require(new.before)
    #expect(known.condition.soundSource == "sine")
    let shift = log(known.threshold.value.rawValue / before.level.threshold.value.rawValue)
    #expect(abs(shift) < 0.1, "one answer with another sound changes little")
    #expect(verdicts.answersToCome == nil)

    train(&hearing, 200, with: "violin", day: 11)
    #expect(UnisonVerdicts(hearing).level.state == .shown)
    #expect(UnisonVerdicts(hearing).newCondition == nil)
    train(&hearing, 1, with: "oboe", day: 20)
    let third = UnisonVerdicts(hearing)
    if let new = third.newCondition {
      #expect(new.answers == 1 && new.before?.condition.soundSource == "violin")
    } else {
      #expect(third.level.state == .shown)
    }
  }

  @Test("what was not known with any sound is not told, and below twenty answers all count")
  func nothingKnownBefore() {
    var hearing = UnisonHearing()
    train(&hearing, 10, with: "sine", day: 0)
    train(&hearing, 9, with: "violin", day: 0)
    #expect(UnisonVerdicts(hearing).newCondition == nil)
    train(&hearing, 1, with: "violin", day: 0)
    let verdicts = UnisonVerdicts(hearing)
    #expect(verdicts.level.state == .early)
    #expect(verdicts.newCondition?.answers == 10)
    #expect(verdicts.newCondition?.before == nil)
  }

  @Test("who guesses gets no threshold, on any note, and no trend")
  func guesses() {
    let verdicts = verdicts(threshold: { _ in 1e9 }, count: 300)
    #expect(verdicts.level.state == .guesses)
    #expect(verdicts.threshold(of: MIDINote(60)).state == .guesses)
    #expect(verdicts.trend == .tooEarly)
    #expect(verdicts.outstanding.isEmpty)
  }

  @Test("a threshold beyond what is asked is not shown")
  func beyond() {
    let estimate = CentsEstimate(value: 150, low: 101, high: 180)
    #expect(
      VerdictTable.state(answers: 20, probabilityOfGuessing: 0.7, estimate) == .beyond)
    #expect(
      VerdictTable.state(answers: 20, probabilityOfGuessing: 0.71, estimate) == .guesses)
    #expect(
      VerdictTable.state(answers: 19, probabilityOfGuessing: 0.71, estimate) == .early)
    let wide = CentsEstimate(value: 20, low: 5, high: 60.1)
    #expect(VerdictTable.state(answers: 500, probabilityOfGuessing: 0, wide) == .early)
    for (low, high) in [(5.0, 15.1), (5, 60)] {
      let first = CentsEstimate(value: 10, low: Cents(low), high: Cents(high))
      #expect(VerdictTable.state(answers: 20, probabilityOfGuessing: 0, first) == .first)
    }
    let narrow = CentsEstimate(value: 10, low: 5, high: 15)
    #expect(VerdictTable.state(answers: 20, probabilityOfGuessing: 0, narrow) == .shown)
  }

  @Test(
    "a range has round ends, and holds the interval",
    arguments: [
      (4.4, 19.2, 4.0, 20.0), (1, 10, 1, 10), (0.37, 2.1, 0.3, 3), (6.1, 31, 6, 40),
      (9.9, 81, 8, 100),
      (15, 160, 15, 200),
    ])
  func range(low: Double, high: Double, from: Double, to: Double) {
    let verdict = ThresholdVerdict(
      state: .first, answers: 30,
      threshold: CentsEstimate(value: 10, low: Cents(low), high: Cents(high)))
    #expect(
      abs(verdict.range.lowerBound - from) < 1e-9 && abs(verdict.range.upperBound - to) < 1e-9)
  }

  @Test(
    "low notes that are heard coarser are told from high ones, after enough answers; equal ones are not"
  )
  func registers() throws {
    func coarseBelow(_ note: Int) -> Double { note < 60 ? 21 : 8 }
    let found = try #require(verdicts(threshold: coarseBelow, count: 900).registers)
    #expect(found.isLowCoarser && found.low.lowest < found.high.lowest)
    #expect(found.low.threshold.rawValue > 1.25 * found.high.threshold.rawValue)
    #expect(verdicts(threshold: coarseBelow, count: 299).registers == nil)
    #expect(verdicts(threshold: { _ in 10 }, count: 900).registers == nil)
    let other = verdicts(threshold: { $0 < 60 ? 8 : 21 }, count: 900).registers
    #expect(other?.isLowCoarser == false)
  }

  @Test("what was foreseen is counted with what happened, of unisons and of intervals")
  func foreseen() {
    var (unison, intervals) = (UnisonHearing(), IntervalHearing())
    for place in 0..<40 {
      let isCorrect = place % 5 != 0
      unison.add(answer(60, 20, isCorrect, day: 0), day: 0)
      intervals.add(answer(60, 20, isCorrect, interval: fifth, day: 0), day: 0)
    }
    for foreseen in [unison.foreseen, intervals.foreseen(of: fifth)] {
      #expect(foreseen.answers == 40 && foreseen.correct == 32)
      #expect((26...36).contains(foreseen.expected))
    }
    let before = unison.foreseen
    unison.add(answer(60, 20, true, day: 0), day: 0)
    let since = unison.foreseen.since(before)
    #expect(since.answers == 1 && since.correct == 1 && (0.5...1).contains(since.expected))
  }

  @Test("notes that are tuned with half the spread, or elsewhere on average, have changed")
  func matchingTrend() throws {
    func trend(_ count: Int, _ error: (Int) -> Double) -> MatchingTrend? {
      var hearing = MatchingHearing(hasPull: false)
      for place in 0..<count {
        hearing.add(
          PitchAnswer(
            target: MIDINote(60), interval: .prime, centError: Cents(error(place)),
            date: Date(timeIntervalSinceReferenceDate: 0), presentation: nil), day: 100 + place / 20
        )
      }
      return hearing.trend
    }
    func scatter(_ place: Int) -> Double { Double(place * 37 % 101 - 50) / 10 }
    #expect(trend(99, scatter) == nil)
    let same = try #require(trend(200, scatter))
    #expect(same.spread == nil && same.bias == nil && same.name == "noClearChange")
    let finer = try #require(trend(200) { scatter($0) * ($0 < 100 ? 2 : 1) })
    let spread = try #require(finer.spread)
    #expect(finer.name == "finer" && finer.firstDay == 100 && finer.lastDay == 109)
    #expect(abs(spread.first.rawValue / spread.now.rawValue - 2) < 0.2)
    let moved = try #require(trend(500) { scatter($0) + ($0 < 300 ? 6 : 0) })
    let bias = try #require(moved.bias)
    #expect(abs(bias.first.rawValue - 6) < 0.5 && bias.now.magnitude < 0.5)
    #expect(moved.firstDay == 105, "the last 400 count")
  }

  @Test("intervals taken together are shown if one of them is")
  func together() {
    func state(_ answers: Int, guessing: Double = 0, _ parts: FigureState...) -> FigureState {
      VerdictTable.state(answers: answers, probabilityOfGuessing: guessing, of: parts)
    }
    #expect(state(19, .shown) == .early)
    #expect(state(20, guessing: 0.8, .shown) == .guesses)
    #expect(state(20, .early, .shown, .beyond) == .shown)
    #expect(state(20, .beyond, .beyond) == .beyond)
    #expect(state(20, .early, .beyond) == .early)
    #expect(state(20, .early, .first, .beyond) == .first)
  }

  @Test("notes that differ are named, and one that stands out")
  func notes() {
    let register = verdicts(threshold: { $0 < 60 ? 40 : 4 }, count: 800)
    guard case .pair(let finest, let coarsest) = register.extremes else {
      Issue.record("no difference is seen")
      return
    }
    #expect(finest.rawValue >= 60 && coarsest.rawValue < 60)
    let dip = verdicts(threshold: { $0 == 61 ? 60 : 6 }, count: 1500)
    // Its neighbours are then finer than the mean around them, but less so.
    let most = dip.outstanding.max { abs(log($0.factor)) < abs(log($1.factor)) }
    #expect(most?.note == MIDINote(61))
    #expect((most?.factor ?? 0) > 1.5)
  }

  @Test("many misses of easy differences are told apart from coarse hearing")
  func lapses() {
    func verdicts(count: Int) -> UnisonVerdicts {
      var hearing = UnisonHearing()
      for place in 0..<count {
        // Every other difference is far above the threshold; one in six of those is missed.
        let isEasy = place.isMultiple(of: 2)
        let isCorrect = isEasy ? place % 12 != 0 : place % 10 < 7
        hearing.add(answer(60, isEasy ? 90 : 5, isCorrect, day: place / 50), day: place / 50)
      }
      return UnisonVerdicts(hearing)
    }
    #expect((5...10).contains(verdicts(count: 400).easyOnesPerMiss ?? 0))
    #expect(verdicts(count: 199).easyOnesPerMiss == nil)
  }

  @Test("a fifth that is heard too high is wide upwards and narrow downwards")
  func shift() {
    func shift(_ interval: DirectedInterval) -> IntervalVerdicts.Shift? {
      var hearing = IntervalHearing()
      for place in 0..<60 {
        let offset = Double(place % 30) - 10
        hearing.add(
          answer(60, offset, (offset > 8) == (offset > 0), interval: interval, day: 0), day: 0)
      }
      let part = IntervalVerdicts(hearing).parts.first
      #expect(part?.interval == interval)
      return part?.shiftVerdict
    }
    guard case .wide(let up)? = shift(fifth),
      case .narrow(let down)? = shift(DirectedInterval(.perfectFifth, .down))
    else {
      Issue.record("the shift is not seen")
      return
    }
    #expect(abs(up - 8) < 2 && abs(down - 8) < 2)
  }

  @Test("a pitch that stays where it started is pulled, one that overshoots is pushed away")
  func pull() {
    func pull(_ factor: Double, count: Int = 60) -> MatchingVerdicts {
      var hearing = MatchingHearing()
      for place in 0..<count {
        let start = Double(place * 37 % 201) - 100
        hearing.add(
          PitchAnswer(
            .matching,
            note: MIDINote(60), interval: .prime,
            centError: Cents(factor * start / 100 + Double(place % 5)),
            initialCentOffset: Cents(start), date: Date(timeIntervalSinceReferenceDate: 0),
            presentation: nil))
      }
      return MatchingVerdicts(hearing)
    }
    guard case .towardsStart = pull(6).pull, case .awayFromStart = pull(-6).pull else {
      Issue.record("the pull is not seen")
      return
    }
    #expect(pull(0).pull == .unclear)
    #expect(pull(6, count: 49).pull == nil)
    #expect(pull(6, count: 19).fit == nil)
  }
}
