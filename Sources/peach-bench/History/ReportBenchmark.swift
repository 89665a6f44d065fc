import ArgumentParser
import Foundation

struct ReportCommand: BenchCommand {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "What it costs to make a report.")

  @OptionGroup var tries: TriesOptions
  @OptionGroup var program: ProgramOptions
  @OptionGroup var output: OutputOptions

  func measure(into writer: ReportWriter) async throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    writer.write(
      try ReportBenchmark(program: program.program(), tries: tries.tries).run(in: workshop))
  }
}

/// The time that a report of a history takes, and its size.
struct ReportBenchmark {
  private static let counts = [1000, 100_000]

  /// In seconds and in megabytes, at the larger count.
  private static let longest = 3.0
  private static let largest = 1.0

  let program: URL
  let tries: Int

  func run(in workshop: Workshop) throws -> Report {
    var report = Report(
      key: "report", title: "The command report",
      columns: [ReportColumn(key: "records", heading: "records")] + Distribution.secondsColumns
        + [ReportColumn(key: "megabytes", heading: "MB")])
    for count in Self.counts {
      let home = try workshop.home(records: count)
      let page = home.appending(path: "report.html")
      var times = Distribution()
      for _ in 0..<tries { times.record(try timeToWrite(page, home: home)) }
      let megabytes = Double(try Data(contentsOf: page).count) / 1e6
      report.rows.append(
        [.number(Double(count))] + times.secondsFigures + [.number(megabytes, decimals: 3)])
      guard count == Self.counts.last else { continue }
      report.goals = [
        ReportGoal(
          name: "\(count) records", limit: Self.longest, measured: Double(times.median) / 1e9,
          unit: " s"),
        ReportGoal(
          name: "\(count) records, size", limit: Self.largest, measured: megabytes, unit: " MB"),
      ]
    }
    report.notes = ["From process start to its end; histories are in the page cache."]
    return report
  }

  private func timeToWrite(_ page: URL, home: URL) throws -> UInt64 {
    try Task.checkCancellation()
    let run = PeachRun(program, ["report", "--out", page.path], home: home, server: nil)
    var status: Int32 = 0
    let duration = try WallClock.nanoseconds {
      try run.start()
      status = try run.finish()
    }
    guard status == 0 else { throw BenchFault.failed(command: "report", status: status) }
    return duration
  }
}
