import ArgumentParser

struct MemoryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "memory", abstract: "What Peach holds in memory, on a JACK server.")

  @OptionGroup var program: ProgramOptions
  @OptionGroup var jack: ServerOptions
  @OptionGroup var output: OutputOptions

  @MainActor func run() async throws {
    let writer = ReportWriter(isJSON: output.json)
    let workshop = try Workshop()
    defer { workshop.remove() }
    writer.write(
      try MemoryBenchmark(program: program.program, server: jack.server).run(in: workshop))
    try writer.finish()
  }
}
