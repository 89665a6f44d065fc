import Foundation
import Testing

@testable import Charts

@Suite("Axes of plots")
struct AxisTests {
  @Test(
    "a logarithmic axis has round ticks, few enough, and holds all values",
    arguments: [
      ([4.0, 30], ["2", "5", "10", "20", "50"]),
      ([0.02, 900], ["0.01", "0.1", "1", "10", "100", "1000"]),
      ([7, 7], ["5", "10"]), ([], ["0.5", "1", "2", "5", "10", "20", "50", "100", "200"]),
    ])
  func logarithmic(values: [Double], labels: [String]) {
    let (domain, ticks) = NumberAxis.logarithmic(values)
    for value in values { #expect(domain.contains(value)) }
    if !values.isEmpty { #expect(ticks.map(\.label) == labels) }
    #expect(domain.lowerBound > 0)
  }

  @Test(
    "a linear axis likewise",
    arguments: [
      ([0.0, 61], ["0", "20", "40", "60", "80"]), ([-3, 4], ["-4", "-2", "0", "2", "4"]),
      ([5, 5], ["4", "4.5", "5", "5.5", "6"]), ([0, 1], ["0", "0.2", "0.4", "0.6", "0.8", "1"]),
    ])
  func linear(values: [Double], labels: [String]) {
    let (domain, ticks) = NumberAxis.linear(values)
    #expect(ticks.map(\.label) == labels)
    for value in values { #expect(domain.contains(value)) }
  }

  @Test("values lie between the ends, beyond the domain at them")
  func positions() {
    let scale = AxisScale(domain: 1...100, start: 10, end: 30, isLogarithmic: true)
    #expect([0.1, 1, 10, 100, 1e9].map(scale.position) == [10, 10, 20, 30, 30])
    let falling = AxisScale(domain: -1...1, start: 100, end: 0)
    #expect([-1.0, 0, 1].map(falling.position) == [100, 50, 0])
  }

  @Test(
    "dates have ticks by day, month or year, few enough",
    arguments: [
      (5.0, "1 Nov"), (40, "1 Nov"), (150, "Nov 2026"), (900, "Nov 2026"), (4000, "2028"),
      (36_500, "2040"),
    ])
  func dates(days: Double, first: String) throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let start = ReportFixture.start.timeIntervalSince1970
    let domain = start...start + days * 86_400
    let ticks = DateAxis(calendar: calendar).ticks(in: domain)
    #expect((2...7).contains(ticks.count))
    for tick in ticks { #expect(domain.contains(tick.value)) }
    if days < 800 { #expect(ticks.first?.label == first) }
  }
}
