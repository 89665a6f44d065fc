import ArgumentParser

struct StartupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "startup", abstract: "From process start to ready, on a JACK server.")

  @OptionGroup var tries: TriesOptions
  @OptionGroup var program: ProgramOptions
  @OptionGroup var jack: ServerOptions
  @OptionGroup var output: OutputOptions

  @MainActor func run() async throws {
    let writer = ReportWriter(isJSON: output.json)
    let workshop = try Workshop()
    defer { workshop.remove() }
    writer.write(
      try StartBenchmark(program: program.program, server: jack.server, tries: tries.tries)
        .run(in: workshop))
    try writer.finish()
  }
}
