import ArgumentParser

struct ExchangeCommand: BenchCommand {
  static let configuration = CommandConfiguration(
    commandName: "exchange", abstract: "What it costs to export, import and merge.")

  @OptionGroup var output: OutputOptions

  func measure(into writer: ReportWriter) async throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    writer.write(try await ExchangeBenchmark().run(in: workshop))
  }
}
