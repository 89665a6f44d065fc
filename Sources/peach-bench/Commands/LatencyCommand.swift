import ArgumentParser

struct LatencyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "latency", abstract: "How many frames from command to sound.")

  @OptionGroup var latency: LatencyOptions
  @OptionGroup var jack: ServerOptions
  @OptionGroup var output: OutputOptions

  @MainActor func run() async throws {
    let writer = ReportWriter(isJSON: output.json)
    let benchmark = LatencyBenchmark(server: jack.server, notes: latency.notes)
    writer.write(try await benchmark.offline())
    writer.write(try await benchmark.live())
    try writer.finish()
  }
}
