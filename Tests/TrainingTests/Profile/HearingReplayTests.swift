import Foundation
import Music
import Testing

@testable import Training

@Suite("The model of hearing, lived and replayed")
struct HearingReplayTests {
  private let day = 24.0 * 60 * 60
  private let fifth = DirectedInterval(.perfectFifth)

  private var calendar: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }

  private func answer(
    _ note: Int, _ cents: Double, _ isCorrect: Bool = true, interval: DirectedInterval = .prime,
    day number: Double = 0, _ change: (inout TrialContext) -> Void = { _ in }
  ) -> ChoiceAnswer {
    var context = TrialContext()
    change(&context)
    return ChoiceAnswer(
      .comparison,
      note: MIDINote(note), interval: interval, centOffset: Cents(cents), isCorrect: isCorrect,
      date: Date(timeIntervalSinceReferenceDate: (number + 0.5) * day), context: context)
  }

  private func lived(_ answers: [ChoiceAnswer]) -> HearingModel {
    var model = HearingModel(calendar: calendar)
    for answer in answers { model.add(answer) }
    return model
  }

  @Test("a history of both kinds leads to the same whether it is lived or replayed")
  func replay() {
    var random = SeededGenerator(seed: 1)
    let answers = (0..<2600).map { place in
      answer(
        .random(in: 48...60, using: &random), .random(in: -40...40, using: &random),
        Double.random(in: 0..<1, using: &random) < 0.8,
        interval: place.isMultiple(of: 3) ? fifth : .prime, day: Double(place / 45)
      ) { context in
        context.soundSource = place.isMultiple(of: 2) ? "a" : "b"
        context.presentation = place % 7 == 0 ? .harmonic : .melodic
      }
    }
    var replay = HearingReplay(calendar: calendar)
    for answer in answers { replay.add(answer) }
    let (rebuilt, grown) = (replay.finish(), lived(answers))
    for presentation in Presentation.allCases {
      let (one, other) = (rebuilt.unison[presentation], grown.unison[presentation])
      #expect(one.count == other.count)
      #expect(one.level == other.level)
      #expect(one.course == other.course)
      #expect(one.curve == other.curve)
      #expect(one.trend == other.trend)
      #expect(one.askedNotes == other.askedNotes)
      #expect(
        rebuilt.intervals[presentation].shift(of: fifth)
          == grown.intervals[presentation].shift(of: fifth))
      #expect(
        rebuilt.intervals[presentation].course(of: fifth)
          == grown.intervals[presentation].course(of: fifth))
      #expect(rebuilt.intervals[presentation].trend == grown.intervals[presentation].trend)
    }
    #expect(rebuilt.unison.melodic.trend != nil)
    #expect(rebuilt.profile == grown.profile)
    #expect(rebuilt.trends == grown.trends)
  }

  @Test(
    "only the last 20 000 answers of a kind count for the thresholds, all for the plain figures")
  func window() {
    var (long, short) = (HearingReplay(calendar: calendar), HearingReplay(calendar: calendar))
    for place in 0..<20_500 {
      let answer = answer(60 + place % 3, 20, place % 5 != 0, day: Double(place / 400))
      long.add(answer)
      if place >= 500 { short.add(answer) }
    }
    let (all, last) = (long.finish(), short.finish())
    #expect(all.unison.melodic.level == last.unison.melodic.level)
    #expect(all.unison.melodic.count == 20_000)
    #expect(all.profile.discrimination.unison.count == 20_500)
  }

  @Test("harmonic trials, and intervals, say nothing of melodic unisons")
  func keptApart() {
    let model = lived([
      answer(60, 20) { $0.presentation = .harmonic }, answer(60, 20, interval: fifth),
    ])
    #expect(model.unison.melodic.count == 0)
    #expect(model.unison.harmonic.count == 1)
    #expect(model.intervals.melodic.count(of: fifth) == 1)
  }

  @Test("a trial heard four times, or more often, counts as one of twice the difference")
  func multipleLooks() {
    let once = lived([answer(60, 20)]).unison.melodic.level
    #expect(lived([answer(60, 10) { $0.heard = 4 }]).unison.melodic.level == once)
    #expect(lived([answer(60, 10) { $0.heard = 9 }]).unison.melodic.level == once)
    #expect(lived([answer(60, 20) { $0.heard = 1 }]).unison.melodic.level == once)
    #expect(lived([answer(60, 20) { $0.heard = 2 }]).unison.melodic.level != once)
  }

  @Test("a record without a difference says nothing of hearing")
  func noDifference() {
    let model = lived([answer(60, 0), answer(60, .infinity), answer(60, 0, interval: fifth)])
    #expect(model.unison.melodic.count == 0)
    #expect(model.intervals.melodic.count == 0)
  }

  @Test("conditions get slots in order; from the eighth on they share the last")
  func conditions() {
    var slots = ConditionSlots()
    let found = (0..<10).map { number in
      slots.slot(
        of: HearingCondition(soundSource: "\(number)", duration: .medium, level: .equal), day: 0)
    }
    #expect(found == [0, 1, 2, 3, 4, 5, 6, 7, 7, 7])
    var again = slots
    #expect(
      again.slot(of: HearingCondition(soundSource: "3", duration: .medium, level: .equal), day: 0)
        == 3)
    #expect(again.latest?.soundSource == "3")
    #expect(again.countOfLatest == 2)
    #expect(
      again.others.map(\.slot) == [6, 5, 4, 2, 1, 0], "the latest first, the shared one apart")
  }

  @Test("durations and levels fall into classes; what a record lacks is unknown")
  func classes() {
    typealias Duration = HearingCondition.DurationClass
    #expect(
      [0.3, 0.6, 1.5, 1.6].map { Duration(seconds: $0) } == [.short, .medium, .medium, .long])
    typealias Level = HearingCondition.LevelClass
    #expect(
      [-1.5, -1, 0, 1, 1.1].map { Level(decibels: $0) } == [
        .different, .equal, .equal, .equal, .different,
      ])
    #expect(
      HearingCondition.unknown
        == HearingCondition(soundSource: nil, duration: .unknown, level: .unknown))
  }

  @Test("days are numbered by the local calendar, also on days on which clocks change")
  func localDays() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "Europe/Berlin"))
    var days = LocalDays(calendar: calendar)
    func number(_ month: Int, _ day: Int, _ hour: Int) throws -> Int {
      days.number(
        of: try #require(
          calendar.date(
            from: DateComponents(year: 2026, month: month, day: day, hour: hour, minute: 30))))
    }
    let first = try number(3, 28, 0)
    #expect(try number(3, 28, 23) == first)
    #expect(try number(3, 29, 0) == first + 1)
    #expect(try number(3, 29, 23) == first + 1)
    #expect(try number(3, 30, 0) == first + 2)
    #expect(try number(10, 25, 23) == first + 211)
    #expect(try number(10, 26, 0) == first + 212)
  }
}
