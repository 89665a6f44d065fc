import ArgumentParser
import Foundation

struct AllCommand: BenchCommand {
  static let configuration = CommandConfiguration(
    commandName: "all", abstract: "All of these (what runs without a subcommand).")

  @OptionGroup var callback: CallbackOptions
  @OptionGroup var live: LiveOptions
  @OptionGroup var latency: LatencyOptions
  @OptionGroup var tries: TriesOptions
  @OptionGroup var program: ProgramOptions
  @OptionGroup var jack: ServerOptions
  @OptionGroup var output: OutputOptions

  func measure(into writer: ReportWriter) async throws {
    let hasServer = MeasuredEngine.serverAnswers(jack.server)
    if !hasServer { leaveOutWhatNeedsAServer() }
    let workshop = try Workshop()
    defer { workshop.remove() }
    if hasServer {
      // Before anything else has grown this process.
      writer.write(
        try MemoryBenchmark(program: program.program(), server: jack.server).run(in: workshop))
      writer.write(
        try StartBenchmark(program: program.program(), server: jack.server, tries: tries.tries)
          .run(in: workshop))
    }
    writer.write(try ProfileBenchmark(tries: tries.tries).run(in: workshop))
    writer.write(
      try ReportBenchmark(program: program.program(), tries: tries.tries).run(in: workshop))
    writer.write(try await ExchangeBenchmark().run(in: workshop))
    for report in try await CallbackBenchmark(periods: callback.periods).run() {
      writer.write(report)
    }
    let latencies = LatencyBenchmark(server: jack.server, notes: latency.notes)
    writer.write(try await latencies.offline())
    if hasServer {
      writer.write(try await latencies.live())
      writer.write(
        try await LiveBenchmark(server: jack.server, frames: live.frames, seconds: live.seconds)
          .run())
    }
  }

  private func leaveOutWhatNeedsAServer() {
    let message = "\(BenchFault.noServer): memory, startup, live and half of latency are left out\n"
    FileHandle.standardError.write(Data(message.utf8))
  }
}
