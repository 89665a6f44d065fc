import ArgumentParser

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
