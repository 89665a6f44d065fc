import Foundation
import Testing

@testable import peach_bench

@Suite("What the benchmarks measure and print")
@MainActor
struct MeasuringTests {
  private let report: Report = {
    var report = Report(
      "tea", "Tea", ["kind", .init("minutes", "min", 1)], notes: ["Steeped."])
    report.add("green", 2.25)
    report.add("black", 10.0)
    report.add("none", nil)
    report.goal("green", 2.25, atMost: 3, " min")
    report.goal("black", 10, atMost: 5, " min")
    report.goal("leaves", 2, atLeast: 2)
    report.goal("none", nil, atLeast: 1)
    return report
  }()

  @Test("a table has title, rows, goals and notes")
  func table() {
    #expect(
      report.table == """
        Tea

        kind   min
        ----- ----
        green  2.2
        black 10.0
        none     -

        met    green: 2.250 min, goal 3.000 min or less
        missed black: 10.000 min, goal 5.000 min or less
        met    leaves: 2.000, goal 2.000 or more
        missed none: not measured, goal 1.000 or more
        Steeped.

        """)
  }

  @Test("JSON is one object with a report under each key, and keeps every digit")
  func json() throws {
    let text = try ReportWriter.json([report])
    #expect(text.hasPrefix(#"{"tea":{"goals":[{"bound":"atMost","isMet":true,"limit":3,"#))
    #expect(
      text.contains(#""rows":[{"kind":"green","minutes":2.25},{"kind":"black","minutes":10},"#))
    #expect(text.contains(#"{"kind":"none","minutes":null}],"title":"Tea"}}"#))
  }

  @Test(
    "the gap between two notes is counted to the frame, also if there is none or they overlap",
    arguments: [0, 1, 2, 31, -1, -4])
  func gap(_ gap: Int) {
    let first: [Float] = [0.1, 0.3, 0, -0.3, 0.1]
    var samples = [Float](repeating: 0, count: 60)
    for (index, sample) in first.enumerated() { samples[7 + index] += sample }
    for index in 0..<3 { samples[12 + gap + index] += 0.2 }
    #expect(GapsCommand.frames(in: samples, firstAlone: [0] + first + [0]) == gap)
    #expect(GapsCommand.frames(in: first, firstAlone: first) == nil)
  }
}
