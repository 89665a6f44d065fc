import ArgumentParser

struct ProfileCommand: BenchCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile", abstract: "What it costs to rebuild the profile.")

  @OptionGroup var tries: TriesOptions
  @OptionGroup var output: OutputOptions

  func measure(into writer: ReportWriter) async throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    writer.write(try ProfileBenchmark(tries: tries.tries).run(in: workshop))
  }
}
