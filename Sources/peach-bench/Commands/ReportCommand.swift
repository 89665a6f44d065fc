import ArgumentParser

struct ReportCommand: BenchCommand {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "What it costs to make a report.")

  @OptionGroup var tries: TriesOptions
  @OptionGroup var program: ProgramOptions
  @OptionGroup var output: OutputOptions

  func measure(into writer: ReportWriter) async throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    writer.write(
      try ReportBenchmark(program: program.program(), tries: tries.tries).run(in: workshop))
  }
}
