import Testing

@testable import peach_bench

@Suite("What the benchmark simulates")
@MainActor
struct ScienceBenchmarkTests {
  private let science = ScienceBenchmark(listeners: 2, seed: 1)

  @Test("every strategy and both kinds of comparison are guessed at, each with a goal")
  func guesses() throws {
    let report = try science.guesses()
    #expect(report.goals.count == 4)
    #expect(report.goals.allSatisfy { $0.limit == 0 && $0.measured != nil })
    for row in report.rows { #expect(row.count == report.columns.count) }
  }

  @Test("the shift of an interval is measured, and is a goal for the default strategy alone")
  func shifts() throws {
    let report = try science.shifts()
    #expect(report.rows.count == 4)
    #expect(report.goals.map(\.bound) == [.atMost, .atLeast])
    for row in report.rows { #expect(row.count == report.columns.count) }
  }

  @Test(
    "goals are means over the usual thresholds, of the default strategy, which each of them names")
  func strategies() throws {
    let small = ScienceBenchmark(listeners: 1, seed: 1)
    let (trends, power) = (try small.falseTrends(), try small.power())
    #expect(trends.goals.map(\.limit) == [0.05, 0.05, 0.05, 0.05])
    #expect(power.goals.map(\.limit) == [0.95])
    #expect(power.rows.count == 3, "one for each threshold, and one goal for all")
    let goals = trends.goals + power.goals + (try science.shifts()).goals
    #expect(goals.allSatisfy { $0.name.contains("adaptive") && $0.measured != nil })
  }

  @Test("slips move the mean of the errors, and hardly the bias")
  func matching() throws {
    let outcome = MatchingOutcome(listeners: 30, slips: 0.1, seed: 1)
    let bias = try #require(outcome.biasError)
    let plain = try #require(outcome.plainError)
    #expect(bias < 1 && plain > bias)
    #expect(try #require(outcome.spread) < 8)
    #expect(try science.matching().goals.count == 1)
  }

  @Test("the benchmark fails if a goal is missed, and only then")
  func status() {
    #expect(ScienceCommand.mustReachGoals)
    let writer = ReportWriter(isJSON: true)
    var report = Report(key: "science", title: "Science", columns: [])
    report.goals = [ReportGoal(name: "rms", limit: 1, measured: 1, unit: "")]
    writer.write(report)
    #expect(!writer.hasMissedGoals)
    report.goals.append(ReportGoal(name: "in 90 %", limit: 1, measured: nil, unit: ""))
    writer.write(report)
    #expect(writer.hasMissedGoals)
    #expect(report.goals[1].text.hasPrefix("missed in 90 %"))
  }
}
