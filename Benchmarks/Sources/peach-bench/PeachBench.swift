import ArgumentParser
import Foundation

/// Measures Peach against its figures.
@main
struct PeachBench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "peach-bench",
    abstract: "Measures Peach against its figures.",
    discussion: """
      Without a subcommand: all of them but durability, science, growth, intonation and play. Build with -c release, or the \
      figures mean nothing; a machine that does nothing else gives the steadiest ones.

      EXAMPLES
        swift build -c release && swift run -c release --package-path Benchmarks peach-bench
        peach-bench callback --periods 100000
        peach-bench --json --server studio | jq .callback.goals
      """,
    subcommands: [
      AllCommand.self, CallbackCommand.self, LiveCommand.self, StartupCommand.self,
      LatencyCommand.self, GapsCommand.self, ProfileCommand.self, ExchangeCommand.self,
      DurabilityCommand.self, DurabilityWriterCommand.self, ScienceCommand.self,
      GrowthCommand.self, IntonationCommand.self, PlayCommand.self,
      FluidSynthClientCommand.self, EmptyClientCommand.self, PortWatchCommand.self,
    ],
    defaultSubcommand: AllCommand.self)
}

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
      let start = StartBenchmark(
        program: try program.program(), server: jack.server, tries: tries.tries)
      for report in try await start.run(in: workshop) { writer.write(report) }
    }
    writer.write(try ProfileBenchmark(tries: tries.tries).run(in: workshop))
    writer.write(try HearingBenchmark(tries: tries.tries).run())
    writer.write(try await ExchangeBenchmark().run(in: workshop))
    for report in try await CallbackBenchmark(periods: callback.periods).run() {
      writer.write(report)
    }
    try await live.compareClients(into: writer)
    let latencies = LatencyBenchmark(server: jack.server, notes: latency.notes)
    writer.write(try await latencies.offline())
    writer.write(try await GapBenchmark().offline())
    if hasServer {
      writer.write(try await latencies.live())
      writer.write(
        try await LiveBenchmark(server: jack.server, frames: live.frames, seconds: live.seconds)
          .run())
    }
  }

  private func leaveOutWhatNeedsAServer() {
    let message =
      "\(BenchFault.noServer): startup and half of live and latency are left out\n"
    FileHandle.standardError.write(Data(message.utf8))
  }
}
