import ArgumentParser

struct LiveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "live", abstract: "What the process callback costs on a JACK server.")

  @OptionGroup var live: LiveOptions
  @OptionGroup var jack: ServerOptions
  @OptionGroup var output: OutputOptions

  @MainActor func run() async throws {
    let writer = ReportWriter(isJSON: output.json)
    writer.write(
      try await LiveBenchmark(server: jack.server, frames: live.frames, seconds: live.seconds).run()
    )
    try writer.finish()
  }
}
