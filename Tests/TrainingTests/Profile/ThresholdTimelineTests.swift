import Foundation
import Music
import Testing

@testable import Training

@Suite("Threshold timeline")
struct ThresholdTimelineTests {
  private func calendar(_ zone: String) throws -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: zone))
    return calendar
  }

  private func date(_ text: String) throws -> Date {
    try Date(text, strategy: .iso8601)
  }

  private func timeline(_ zone: String, _ records: [(String, Double, Bool)]) throws
    -> ThresholdTimeline
  {
    var timeline = ThresholdTimeline(calendar: try calendar(zone))
    for (text, offset, isCorrect) in records {
      timeline.update(
        centOffset: Cents(offset), isCorrect: isCorrect, in: .unison, date: try date(text))
    }
    return timeline
  }

  @Test("a day has its mean |offset|, its comparisons and its right answers")
  func day() throws {
    let days = try timeline(
      "UTC",
      [
        ("2026-11-20T10:00:00Z", -10, true), ("2026-11-20T10:01:00Z", 30, false),
        ("2026-11-21T00:00:00Z", 5, true),
      ]
    ).days(of: .unison)
    #expect(days.map(\.comparisons) == [2, 1])
    #expect(days.map(\.correct) == [1, 1])
    #expect(days.map(\.mean) == [20, 5])
    #expect(
      days.map(\.start) == [try date("2026-11-20T00:00:00Z"), try date("2026-11-21T00:00:00Z")])
  }

  @Test("days end at local midnight")
  func localMidnight() throws {
    // 22:59:59 and 23:00:00 UTC are before and at midnight in Berlin's winter.
    let records = [("2026-11-20T22:59:59Z", 10.0, true), ("2026-11-20T23:00:00Z", 20, true)]
    #expect(try timeline("UTC", records).days(of: .unison).count == 1)
    let berlin = try timeline("Europe/Berlin", records).days(of: .unison)
    #expect(berlin.map(\.mean) == [10, 20])
    #expect(berlin.last?.start == (try date("2026-11-20T23:00:00Z")))
  }

  @Test("a day on which clocks change is one day of 23 or of 25 hours")
  func clockChanges() throws {
    let spring = try timeline(
      "Europe/Berlin",
      [
        ("2026-03-28T23:00:00Z", 10, true), ("2026-03-29T21:59:59Z", 20, true),
        ("2026-03-29T22:00:00Z", 99, true),
      ]
    ).days(of: .unison)
    #expect(spring.map(\.comparisons) == [2, 1])
    #expect(spring.first.map { $0.end.timeIntervalSince($0.start) } == 82_800.0)

    let autumn = try timeline(
      "Europe/Berlin",
      [
        ("2026-10-24T22:00:00Z", 10, true), ("2026-10-25T00:30:00Z", 20, true),
        ("2026-10-25T01:30:00Z", 30, true), ("2026-10-25T22:59:59Z", 40, true),
        ("2026-10-25T23:00:00Z", 99, true),
      ]
    ).days(of: .unison)
    #expect(autumn.map(\.comparisons) == [4, 1])
    #expect(autumn.first?.mean == 25)
    #expect(autumn.first.map { $0.end.timeIntervalSince($0.start) } == 90_000.0)
  }

  @Test("a day without a midnight begins when its clocks do")
  func noMidnight() throws {
    // São Paulo put its clocks forward from 0:00 to 1:00 on 4 November 2018 (UTC−3 to UTC−2).
    let timeline = try timeline(
      "America/Sao_Paulo",
      [
        ("2018-11-04T02:59:59Z", 10, true), ("2018-11-04T03:00:00Z", 20, true),
        ("2018-11-05T12:00:00Z", 30, true),
      ])
    let days = timeline.days(of: .unison)
    #expect(days.map(\.mean) == [10, 20, 30])
    #expect(days[1].start == (try date("2018-11-04T03:00:00Z")))
  }

  @Test("records in any order give the days that they give in order")
  func anyOrder() throws {
    var records: [(String, Double, Bool)] = []
    for index in 0..<120 {
      let day = index % 28 + 1
      records.append(
        ("2026-02-\(day < 10 ? "0" : "")\(day)T\(10 + index % 14):30:00Z", Double(index), true))
    }
    var random = SeededGenerator(seed: 9)
    let shuffled = try timeline("UTC", records.shuffled(using: &random)).days(of: .unison)
    let ordered = try timeline("UTC", records.sorted { $0.0 < $1.0 }).days(of: .unison)
    #expect(shuffled.map(\.start) == ordered.map(\.start))
    #expect(shuffled.map(\.comparisons) == ordered.map(\.comparisons))
    for (one, other) in zip(shuffled, ordered) {
      #expect(abs(one.mean.rawValue - other.mean.rawValue) < 1e-9)
    }
  }
}
