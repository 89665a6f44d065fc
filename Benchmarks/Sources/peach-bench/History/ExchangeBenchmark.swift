import ArgumentParser
import Foundation
import History

struct ExchangeCommand: BenchCommand {
  static let configuration = CommandConfiguration(
    commandName: "exchange", abstract: "What it costs to export, import and merge.")

  @OptionGroup var output: OutputOptions

  func measure(into writer: ReportWriter) async throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    writer.write(try await ExchangeBenchmark().run(in: workshop))
  }
}

/// The cost of moving records in and out of files, in time and memory.
struct ExchangeBenchmark {
  private static let counts = [1000, 1_000_000]

  /// In seconds and mebibytes, at the larger count.
  private static let longestExport = 20.0
  private static let longestImport = 60.0
  private static let largestGrowth = 60.0

  private struct Cost {
    let seconds: Double
    let mebibytes: Double
  }

  func run(in workshop: Workshop) async throws -> Report {
    var report = Report(
      key: "exchange", title: "Records in and out of files",
      columns: [
        ReportColumn(key: "what", heading: "what"),
        ReportColumn(key: "records", heading: "records"),
        ReportColumn(key: "seconds", heading: "s"),
        ReportColumn(key: "growthMebibytes", heading: "MiB more at the peak"),
      ])
    var costs: [[(name: String, cost: Cost)]] = []
    for count in Self.counts {
      let measured = try await measure(count, in: workshop)
      for (name, cost) in measured {
        report.rows.append([
          .text(name), .number(Double(count)), .number(cost.seconds, decimals: 2),
          .number(cost.mebibytes, decimals: 1),
        ])
      }
      costs.append(measured)
    }
    for (few, many) in zip(costs[0], costs[1]) {
      let limit = many.name.hasPrefix("export") ? Self.longestExport : Self.longestImport
      report.goals.append(
        ReportGoal(name: many.name, limit: limit, measured: many.cost.seconds, unit: " s"))
      report.goals.append(
        ReportGoal(
          name: "\(many.name), memory", limit: Self.largestGrowth,
          measured: many.cost.mebibytes - few.cost.mebibytes, unit: " MiB"))
    }
    report.notes = ["Memory: how much more the larger history takes at the peak than the smaller."]
    return report
  }

  private func measure(
    _ count: Int, in workshop: Workshop
  ) async throws -> [(name: String, cost: Cost)] {
    let home = try workshop.home(records: count)
    let store = try TrainingDataStore(url: Workshop.database(in: home))
    defer { store.close() }
    func file(_ name: String) -> String { home.appending(path: name).path }
    func export(_ name: String, _ format: ExportFormat) async throws -> Cost {
      var export = HistoryExport(of: store, to: file(name), as: format)
      export.isReplacing = true
      let work = export
      return try await cost { _ = try await work.run() }
    }
    func importFile(_ name: String, into store: TrainingDataStore) async throws -> Cost {
      let work = HistoryImport(file(name), into: store)
      return try await cost { _ = try await work.run() }
    }
    func empty(_ name: String) throws -> TrainingDataStore {
      try TrainingDataStore(url: home.appending(path: name))
    }
    var costs: [(String, Cost)] = []
    costs.append(("export, CSV", try await export("all.csv", .csv)))
    costs.append(("export, JSON lines", try await export("all.jsonl", .jsonLines)))
    costs.append(("export for the app", try await export("app.csv", .app)))
    let fresh = try empty("csv.sqlite")
    defer { fresh.close() }
    costs.append(("import, CSV", try await importFile("all.csv", into: fresh)))
    costs.append(("the same import again", try await importFile("all.csv", into: fresh)))
    let phone = try empty("app.sqlite")
    defer { phone.close() }
    costs.append(("import of the app's CSV", try await importFile("app.csv", into: phone)))
    costs.append(("the app's CSV where all is there", try await importFile("app.csv", into: store)))
    let lines = try empty("jsonl.sqlite")
    defer { lines.close() }
    costs.append(("import, JSON lines", try await importFile("all.jsonl", into: lines)))
    let joined = try empty("merged.sqlite")
    defer { joined.close() }
    let merge = HistoryMerge(Workshop.database(in: home).path, into: joined)
    costs.append(("merge", try await cost { _ = try await merge.run() }))
    return costs
  }

  private func cost(_ work: @Sendable () async throws -> Void) async throws -> Cost {
    try Task.checkCancellation()
    let before = try ResidentSet().total
    PeakMemory.restart()
    let begin = WallClock.now()
    try await work()
    let seconds = Double(WallClock.now() - begin) / 1e9
    return Cost(seconds: seconds, mebibytes: Double(try PeakMemory.now - before) / 1024)
  }
}
