import Foundation
import Music
import Testing
@testable import Training

extension TrainingDiary {
  fileprivate mutating func updateMatching(
    centError: Cents, at interval: DirectedInterval, _ presentation: Presentation = .melodic,
    date: Date
  ) {
    add(
      PitchAnswer(
        .matching, note: MIDINote(60), interval: interval, centError: centError, date: date,
        presentation: presentation))
  }
}

@Suite("The diary of training")
struct TrainingDiaryTests {
  private var diary: TrainingDiary

  init() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "Europe/Berlin"))
    diary = TrainingDiary(calendar: calendar)
  }

  private func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

  private mutating func compare(_ text: String) throws {
    diary.addComparison(on: try date(text))
  }

  private mutating func match(_ error: Double, _ text: String) throws {
    diary.updateMatching(centError: Cents(error), at: .prime, date: try date(text))
  }

  @Test("both trainings are counted on their local day, in whatever order they come")
  mutating func activity() throws {
    try match(1, "2026-11-21T12:00:00Z")
    try compare("2026-11-20T22:59:59Z")
    try compare("2026-11-20T23:00:00Z")
    #expect(diary.activeDays.map(\.comparisons) == [1, 1])
    #expect(diary.activeDays.map(\.matchings) == [0, 1])
    #expect(diary.activeDays[1].start == (try date("2026-11-20T23:00:00Z")))
    #expect(diary.activeDays[0].end == diary.activeDays[1].start)
  }

  @Test("errors are kept apart by the kind of training")
  mutating func kinds() throws {
    let date = "2026-11-20T10:00:00Z"
    try match(-3, date)
    #expect(diary.errors.melodic.unison.count == 1)
    #expect(diary.errors.melodic.interval.count == 0)
  }

  @Test("errors of notes one after the other and of notes together are kept apart")
  mutating func presentations() throws {
    let text = "2026-11-20T10:00:00Z"
    try match(-3, text)
    for error in [1.0, 2] {
      diary.updateMatching(
        centError: Cents(error), at: .prime, .harmonic, date: try date(text))
    }
    #expect(diary.errors.melodic.unison.count == 1 && diary.errors.harmonic.unison.count == 2)
    #expect(diary.matchingDays(of: .unison).map(\.count) == [1])
    #expect(diary.matchingDays(of: .unison, .harmonic).map(\.count) == [2])
    #expect(diary.activeDays.map(\.matchings) == [3])
  }

  @Test("errors are kept apart by interval, each with its bias and its size from twenty notes on")
  mutating func intervals() throws {
    let moment = try date("2026-11-20T10:00:00Z")
    let (fifth, third) = (DirectedInterval(.perfectFifth), DirectedInterval(.majorThird, .down))
    for index in 0..<20 {
      let error = index.isMultiple(of: 2) ? 4.0 : -2
      diary.updateMatching(centError: Cents(error), at: fifth, date: moment)
      if index > 0 { diary.updateMatching(centError: 3, at: third, date: moment) }
      diary.updateMatching(centError: 5, at: fifth, .harmonic, date: moment)
    }
    diary.updateMatching(centError: 1, at: .prime, date: moment)
    let errors = diary.intervalErrors(of: .interval)
    #expect(errors.map(\.interval) == [third, fifth] && errors.map(\.count) == [19, 20])
    let tooFew = errors[0].figures?.bias
    #expect(tooFew == nil)
    let bias = try #require(errors[1].figures?.bias)
    let size = try #require(errors[1].figures?.size)
    #expect(abs(bias.value.rawValue - 1) < 1e-12)
    #expect(abs(size.value.rawValue - 3) < 1e-12)
    #expect(size.low.rawValue > 2 && size.high.rawValue < 4)
    #expect(diary.intervalErrors(of: .unison).map(\.count) == [1])
    #expect(diary.intervalErrors(of: .interval, .harmonic).map(\.count) == [20])
  }

  @Test("matchings are counted on their day, by kind")
  mutating func matchingDays() throws {
    for error in [4.0, -2] { try match(error, "2026-11-20T10:00:00Z") }
    try match(7, "2026-11-21T10:00:00Z")
    let days = diary.matchingDays(of: .unison)
    #expect(days.map(\.count) == [2, 1])
    #expect(diary.matchingDays(of: .interval).isEmpty)
  }

  @Test("a day of matching has figures from twenty notes on, with intervals that hold the truth")
  mutating func figures() throws {
    for index in 0..<19 { try match(Double(index % 5), "2026-11-20T10:00:00Z") }
    let tooFew = diary.matchingDays(of: .unison).first?.figures?.bias
    #expect(tooFew == nil)
    try match(4, "2026-11-20T10:00:00Z")
    let day = diary.matchingDays(of: .unison).first
    let bias = try #require(day?.figures?.bias)
    let spread = try #require(day?.figures?.spread)
    // The mean of 0…4 is 2, its variance 40/19; 1.729 is the quantile of t with 19 degrees.
    let deviation = (40.0 / 19).squareRoot()
    #expect(abs(bias.value.rawValue - 2) < 1e-12)
    let reach = bias.high.rawValue - 2
    #expect(abs(reach - 1.729_133 * deviation / 20.0.squareRoot()) < 1e-4)
    #expect(abs(bias.low.rawValue - 2 + reach) < 1e-12)
    #expect(abs(spread.value.rawValue - deviation) < 1e-12)
    #expect(abs(spread.high.rawValue - deviation * 1.297) < 1e-3)
    #expect(abs(spread.low.rawValue - deviation / 1.297) < 1e-3)
  }
}

@Suite("Matching errors by size")
struct MatchingErrorsTests {
  @Test(
    "an error is in the bin that begins at or below it",
    arguments: [
      (-100.0, 0), (-99.6, 0), (-99.5, 1), (-0.001, 199), (0, 200), (0.49, 200), (0.5, 201),
      (99.999, 399),
    ])
  func bin(error: Double, expected: Int) {
    var errors = MatchingErrors()
    errors.add(Cents(error))
    #expect(errors.bins.firstIndex(of: 1) == expected)
    #expect(errors.count == 1)
  }

  @Test("what lies beyond the bins is counted by its side")
  func far() {
    var errors = MatchingErrors()
    for error in [-1200.0, -100.1, 100, 400, 1200] { errors.add(Cents(error)) }
    #expect(errors.farFlat == 2)
    #expect(errors.farSharp == 3)
    #expect(errors.count == 5)
    #expect(errors.bins.allSatisfy { $0 == 0 })
  }
}
