import Testing

@testable import peach_bench

@Suite("Reports of the benchmark")
@MainActor
struct ReportTests {
  private let report = Report(
    key: "tea", title: "Tea",
    columns: [
      ReportColumn(key: "kind", heading: "kind"), ReportColumn(key: "minutes", heading: "min"),
    ],
    rows: [
      [.text("green"), .number(2.25, decimals: 1)], [.text("black"), .number(10, decimals: 1)],
      [.text("none"), .nothing],
    ],
    goals: [
      ReportGoal(name: "green", limit: 3, measured: 2.25, unit: " min"),
      ReportGoal(name: "black", limit: 5, measured: 10, unit: " min"),
    ],
    notes: ["Steeped."])

  @Test("a goal is a most or a least, and is met by the limit itself")
  func bounds() {
    func goal(_ measured: Double?, _ bound: ReportGoal.Bound) -> ReportGoal {
      ReportGoal(name: "leaves", limit: 3, measured: measured, unit: " g", bound: bound)
    }
    #expect(goal(3, .atMost).isMet && goal(2, .atMost).isMet && !goal(3.1, .atMost).isMet)
    #expect(goal(3, .atLeast).isMet && goal(4, .atLeast).isMet && !goal(2.9, .atLeast).isMet)
    #expect(goal(4, .atLeast).text == "met    leaves: 4.000 g, goal 3.000 g or more")
    #expect(!goal(nil, .atMost).isMet && !goal(nil, .atLeast).isMet)
    #expect(goal(nil, .atMost).text == "missed leaves: not measured, goal 3.000 g or less")
  }

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
        Steeped.

        """)
  }

  @Test("JSON is one object with a report under each key, and keeps every digit")
  func json() throws {
    #expect(
      try ReportWriter.json([report]) == """
        {"tea":{"goals":[\
        {"bound":"atMost","isMet":true,"limit":3,"measured":2.25,"name":"green","unit":" min"},\
        {"bound":"atMost","isMet":false,"limit":5,"measured":10,"name":"black","unit":" min"}],\
        "notes":["Steeped."],\
        "rows":[{"kind":"green","minutes":2.25},{"kind":"black","minutes":10},\
        {"kind":"none","minutes":null}],\
        "title":"Tea"}}
        """)
  }
}
