import ArgumentParser
import Foundation
import History
import Training

struct ProfileCommand: BenchCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile", abstract: "What it costs to rebuild the profile.")

  @OptionGroup var tries: TriesOptions
  @OptionGroup var output: OutputOptions

  func measure(into writer: ReportWriter) async throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    writer.write(try ProfileBenchmark(tries: tries.tries).run(in: workshop))
  }
}

/// The cost of rebuilding the profile from the records.
struct ProfileBenchmark {
  private static let counts = [1000, 100_000, 1_000_000]

  let tries: Int

  func run(in workshop: Workshop) throws -> Report {
    var report = Report(
      key: "profile", title: "Rebuilding the profile from the records",
      columns: [ReportColumn(key: "records", heading: "records")] + Distribution.secondsColumns
        + [ReportColumn(key: "microsecondsPerRecord", heading: "us per record")])
    for count in Self.counts {
      let url = Workshop.database(in: try workshop.home(records: count))
      var times = Distribution()
      for _ in 0..<tries { times.record(try timeToRebuild(from: url)) }
      report.rows.append(
        [.number(Double(count))] + times.secondsFigures
          + [.number(Double(times.median) / 1000 / Double(count), decimals: 2)])
      guard count == Self.counts.last else { continue }
      report.goals.append(
        ReportGoal(
          name: "\(count) records", limit: 3, measured: Double(times.median) / 1e9, unit: " s"))
    }
    report.notes = [
      "From opening the database to the profile with its threshold maps, trends and timeline."
    ]
    return report
  }

  private func timeToRebuild(from url: URL) throws -> UInt64 {
    try Task.checkCancellation()
    return try WallClock.nanoseconds {
      let store = try TrainingDataStore(url: url)
      var hearing = HearingModel()
      try store.replay(into: &hearing)
      store.close()
    }
  }
}
