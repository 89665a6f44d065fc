import Testing

@testable import peach_bench

@Suite("The goals of the callback's cost")
@MainActor
struct CallbackRatiosTests {
  private static let periods = [16, 64, 256, 1024]

  private func cost(_ nanoseconds: Double) -> Distribution {
    var cost = Distribution()
    for _ in 0..<10 { cost.record(UInt64(nanoseconds)) }
    return cost
  }

  /// One note at a share of FluidSynth's cost, which is 100 ns a frame; silence at a share of it, too.
  private func ratios(fastest: Double, common: Double, silence: Double) -> Report {
    var ratios = CallbackRatios(versions: ["AVX2", "SSE2", "C"], sampleRate: 48_000)
    for frames in Self.periods {
      let reference = 100 * Double(frames)
      ratios.recordReference(frames: frames, cost(reference))
      ratios.recordNote(frames: frames, version: 0, cost(reference * fastest))
      ratios.recordNote(frames: frames, version: 1, cost(reference * common))
      ratios.recordNote(frames: frames, version: 2, cost(reference * 2))
      ratios.recordSilence(frames: frames, cost(reference * silence))
    }
    return ratios.report
  }

  @Test("a cheap callback meets them all, whatever plain C costs")
  func met() {
    let report = ratios(fastest: 0.4, common: 0.7, silence: 0.04)
    #expect(report.goals.count == 8)
    #expect(report.goals.allSatisfy { $0.isMet })
    #expect(report.rows.count == 3 * Self.periods.count)
  }

  @Test("each period has its own limit, and SSE2 another one")
  func missed() {
    let report = ratios(fastest: 0.52, common: 0.81, silence: 0.06)
    let missed = report.goals.filter { !$0.isMet }.map(\.name)
    #expect(
      missed == [
        "one note at 64 frames against FluidSynth, medians, AVX2",
        "one note at 64 frames against FluidSynth, medians, SSE2",
        "one note at 256 frames against FluidSynth, medians, SSE2",
        "one note at 1024 frames against FluidSynth, medians, SSE2",
        "silence at 64 frames against FluidSynth's note, medians",
      ])
  }

  @Test("the shortest period may be full to a twelfth")
  func shortestPeriod() {
    // A period of 16 frames takes 333 333 ns.
    var ratios = CallbackRatios(versions: ["C"], sampleRate: 48_000)
    ratios.recordNote(frames: 16, version: 0, cost(27_000))
    let goal = ratios.report.goals.last
    #expect(goal?.isMet == false)
    #expect((goal?.measured ?? 0) > 8.09 && (goal?.measured ?? 0) < 8.11)
  }

  @Test("what was not measured is no goal that is met")
  func nothing() {
    let report = CallbackRatios(versions: ["NEON", "C"], sampleRate: 48_000).report
    #expect(!report.goals.isEmpty)
    #expect(!report.goals.contains { $0.isMet })
  }
}
