import ArgumentParser
import Foundation

struct StartupCommand: BenchCommand {
  static let configuration = CommandConfiguration(
    commandName: "startup", abstract: "From process start to ready, on a JACK server.")

  @OptionGroup var tries: TriesOptions
  @OptionGroup var program: ProgramOptions
  @OptionGroup var jack: ServerOptions
  @OptionGroup var output: OutputOptions

  func measure(into writer: ReportWriter) async throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    writer.write(
      try StartBenchmark(program: program.program(), server: jack.server, tries: tries.tries)
        .run(in: workshop))
  }
}

/// The time from the start of the process to `ready`, also with a large font and a long history.
struct StartBenchmark {
  private static let usualHistory = 100_000
  private static let longHistory = 1_000_000

  let program: URL
  let server: String?
  let tries: Int

  func run(in workshop: Workshop) throws -> Report {
    let empty = try workshop.home(records: 0)
    let usual = try workshop.home(records: Self.usualHistory)
    let long = try workshop.home(records: Self.longHistory)
    let cases = [
      ("built-in font, no history", program, empty, 0.15),
      ("140 MB font, no history", try workshop.programWithLargeFont(program), empty, 0.3),
      ("built-in font, 100 000 records", program, usual, 0.3),
      ("built-in font, 1 000 000 records", program, long, 1),
    ]
    var report = Report(
      key: "startup", title: "From process start to ready",
      columns: [ReportColumn(key: "case", heading: "case")] + Distribution.secondsColumns)
    for (name, program, home, limit) in cases {
      var times = Distribution()
      for _ in 0..<tries {
        times.record(try timeToReady(program, home: home))
      }
      add(name, times, limit: limit, to: &report)
    }
    var times = Distribution()
    for _ in 0..<tries { times.record(try timeOfProfile(home: long)) }
    add("the command profile, 1 000 000 records", times, limit: nil, to: &report)
    report.notes = ["Goals are for the median. Fonts and histories are in the page cache."]
    return report
  }

  private func add(_ name: String, _ times: Distribution, limit: Double?, to report: inout Report) {
    report.rows.append([.text(name)] + times.secondsFigures)
    guard let limit else { return }
    report.goals.append(
      ReportGoal(
        name: name, limit: limit, measured: Double(times.median) / 1e9, unit: " s"))
  }

  private func timeToReady(_ program: URL, home: URL) throws -> UInt64 {
    try Task.checkCancellation()
    let run = PeachRun(program, ["compare", "--json"], home: home, server: server)
    let duration = try WallClock.nanoseconds {
      try run.start()
      try run.waitUntilReady()
    }
    try run.finish()
    return duration
  }

  private func timeOfProfile(home: URL) throws -> UInt64 {
    try Task.checkCancellation()
    let run = PeachRun(program, ["profile"], home: home, server: server)
    var status: Int32 = 0
    let duration = try WallClock.nanoseconds {
      try run.start()
      status = try run.finish()
    }
    guard status == 0 else { throw BenchFault.failed(command: "profile", status: status) }
    return duration
  }
}
