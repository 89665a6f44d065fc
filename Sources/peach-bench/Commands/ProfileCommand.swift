import ArgumentParser

struct ProfileCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile", abstract: "What it costs to rebuild the profile.")

  @OptionGroup var tries: TriesOptions
  @OptionGroup var output: OutputOptions

  @MainActor func run() async throws {
    let writer = ReportWriter(isJSON: output.json)
    let workshop = try Workshop()
    defer { workshop.remove() }
    writer.write(try ProfileBenchmark(tries: tries.tries).run(in: workshop))
    try writer.finish()
  }
}
