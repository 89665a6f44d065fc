import ArgumentParser

struct LiveCommand: BenchCommand {
  static let configuration = CommandConfiguration(
    commandName: "live", abstract: "What the process callback costs on a JACK server.")

  @OptionGroup var live: LiveOptions
  @OptionGroup var jack: ServerOptions
  @OptionGroup var output: OutputOptions

  func measure(into writer: ReportWriter) async throws {
    writer.write(
      try await LiveBenchmark(server: jack.server, frames: live.frames, seconds: live.seconds).run()
    )
  }
}
