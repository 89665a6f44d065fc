import Testing

@testable import peach_bench

@Suite("Headroom")
@MainActor
struct HeadroomBenchmarkTests {
  @Test("no chord of a sine or a vibraphone exceeds -1 dB, with a drone or without, at any level")
  func builtIn() async throws {
    let report = try await HeadroomBenchmark(fonts: [], programs: [11, 80]).run()
    #expect(report.rows.count == 2)
    #expect(report.goals.count == 1)
    for goal in report.goals {
      #expect(goal.isMet, "\(goal.text)")
      // Something sounds.
      #expect((goal.measured ?? -100) > -20)
    }
  }
}
