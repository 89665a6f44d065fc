import Foundation

/// Trains for a long time while nothing around Peach stays as it is.
struct EnduranceBenchmark {
  let program: URL
  let server: String?
  let minutes: Double
  let plan: DisturbancePlan
  let seed: UInt64

  private static let trainings: [(command: String, ending: EnduranceEnding)] = [
    ("compare", .quit), ("match", .endOfInput),
  ]

  /// - Throws: ``BenchFault``
  func run(in workshop: Workshop) async throws -> Report {
    let home = workshop.directory.appending(path: "endurance")
    try writeSettings(in: home)
    let patchbay = try Patchbay(server: server, plan: plan, seed: seed)
    var results: [EnduranceResult] = []
    do {
      for training in Self.trainings {
        let told = results.flatMap(\.ledger.ids)
        results.append(
          try await train(training.command, training.ending, in: home, told: told, amid: patchbay))
      }
    } catch {
      _ = await patchbay.close()
      throw error
    }
    let hasItsPeriod = await patchbay.close()
    return EnduranceReport(results: results, hasItsPeriod: hasItsPeriod).report
  }

  private func train(
    _ command: String, _ ending: EnduranceEnding, in home: URL, told: [String],
    amid patchbay: Patchbay
  ) async throws -> EnduranceResult {
    let run = PeachRun(
      program,
      [
        command, "--json", "--verbose", "--client-name", "peach-endurance",
        "--connect", patchbay.outputPattern, "--connect-midi", patchbay.midiPattern,
      ], home: home, server: server,
      // Every fault is reported, not only the first; the count at the end proves that the guard was there.
      variables: ["RTSAN_OPTIONS": "halt_on_error=false:print_stats_on_exit=true"])
    let training = EnduranceTraining(run, ending: ending, seed: seed)
    let seconds = minutes * 60 / Double(Self.trainings.count)
    let disturbances = try await training.train(for: seconds) { await patchbay.disturb($0) }
    return EnduranceResult(
      training: command, minutes: seconds / 60, ledger: training.ledger,
      disturbances: disturbances, diagnostics: training.diagnostics, memory: training.memory,
      history: try HistoryComparison(
        database: Workshop.database(in: home), told: told + training.ledger.ids),
      isEndingRight: training.isEndingRight)
  }

  private func writeSettings(in home: URL) throws {
    let folder = home.appending(path: "peach")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(
      """
      noteDuration = 0.3
      slider = "cc:1"
      higherButtons = ["note:\(FloodController.higherKey)"]
      lowerButtons = ["note:\(FloodController.lowerKey)"]
      commitButtons = ["note:\(FloodController.commitKey)"]

      """.utf8
    ).write(to: folder.appending(path: "config.toml"))
  }
}
