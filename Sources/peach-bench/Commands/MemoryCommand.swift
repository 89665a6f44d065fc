import ArgumentParser

struct MemoryCommand: BenchCommand {
  static let configuration = CommandConfiguration(
    commandName: "memory", abstract: "What Peach holds in memory, on a JACK server.")

  @OptionGroup var program: ProgramOptions
  @OptionGroup var jack: ServerOptions
  @OptionGroup var output: OutputOptions

  func measure(into writer: ReportWriter) async throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    writer.write(
      try MemoryBenchmark(program: program.program(), server: jack.server).run(in: workshop))
  }
}
