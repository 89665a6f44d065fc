import ArgumentParser

struct LatencyCommand: BenchCommand {
  static let configuration = CommandConfiguration(
    commandName: "latency", abstract: "How many frames from command to sound.")

  @OptionGroup var latency: LatencyOptions
  @OptionGroup var jack: ServerOptions
  @OptionGroup var output: OutputOptions

  func measure(into writer: ReportWriter) async throws {
    let benchmark = LatencyBenchmark(server: jack.server, notes: latency.notes)
    writer.write(try await benchmark.offline())
    writer.write(try await benchmark.live())
  }
}
