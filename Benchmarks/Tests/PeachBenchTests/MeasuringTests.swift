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

  @Test("percentiles and extremes are those of what was recorded, and nothing without any")
  func statistics() {
    let distribution = Distribution((1...1000).map(Double.init))
    #expect(distribution.median == 500 && distribution.max == 1000)
    #expect(distribution.value(atPercentile: 99.9) == 999)
    #expect(Distribution().median.isNaN)
  }

  @Test(
    "the gap between two notes is counted to the frame, also if there is none or they overlap",
    arguments: [0, 1, 2, 31, -1, -4])
  func gap(_ gap: Int) {
    let first: [Float] = [0.1, 0.3, 0, -0.3, 0.1]
    var samples = [Float](repeating: 0, count: 60)
    for (index, sample) in first.enumerated() { samples[7 + index] += sample }
    for index in 0..<3 { samples[12 + gap + index] += 0.2 }
    #expect(GapBenchmark.frames(in: samples, firstAlone: [0] + first + [0]) == gap)
    #expect(GapBenchmark.frames(in: first, firstAlone: first) == nil)
  }

  @Test("a thread's use is read behind a name with spaces and parentheses")
  func threadUse() throws {
    let use = try #require(
      ThreadUse(
        scheduler: "123456789 5000 42\n",
        status: "Name:\tjack\nvoluntary_ctxt_switches:\t750\nnonvoluntary_ctxt_switches:\t9\n",
        stat: "77 (jack) (a b)) S 1 2 3 4 5 4194304 31 0 7 0 10 20 0 0 20 0 3 0 99\n"))
    #expect(use.name == "jack" && use.nanoseconds == 123_456_789 && use.waits == 750)
    #expect(use.minorFaults == 31 && use.majorFaults == 7)
    #expect(ThreadUse(scheduler: "1 2 3", status: "", stat: "77 (jack) S 1 2") == nil)
  }

  @Test("a result that was reported as safe and is not there counts as lost")
  func losses() async throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    let liar = workshop.directory.appending(path: "liar")
    try Data("#!/bin/sh\necho LOST\nexec sleep 60\n".utf8).write(to: liar)
    chmod(liar.path, 0o700)
    var random = SystemRandomNumberGenerator()
    var trial = KillTrial(directory: workshop.directory, mostResults: 1) { _ in
      Program(liar, [])
    }
    try await trial.run(kills: 6, random: &random)
    #expect(trial.outcome.lost == trial.acknowledged && trial.outcome.cuts == 9)
  }
}
