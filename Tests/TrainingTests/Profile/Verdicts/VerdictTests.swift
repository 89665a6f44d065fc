import Foundation
import Music
import Testing

@testable import Training

@Suite("What may be said")
struct VerdictTests {
  private let fifth = DirectedInterval(.perfectFifth)

  private func answer(
    _ note: Int, _ cents: Double, _ isCorrect: Bool, interval: DirectedInterval = .prime, day: Int
  ) -> ComparisonAnswer {
    ComparisonAnswer(
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
        ComparisonAnswer(
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
    #expect(verdicts.level.state == .early && verdicts.level.answers == 401)
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
    let wide = CentsEstimate(value: 10, low: 5, high: 15.1)
    #expect(VerdictTable.state(answers: 500, probabilityOfGuessing: 0, wide) == .early)
    let narrow = CentsEstimate(value: 10, low: 5, high: 15)
    #expect(VerdictTable.state(answers: 20, probabilityOfGuessing: 0, narrow) == .shown)
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
          MatchingAnswer(
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
    #expect(pull(0).pull == .none)
    #expect(pull(6, count: 49).pull == .none)
    #expect(pull(6, count: 19).fit == nil)
  }
}
