import ArgumentParser

struct CallbackCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "callback", abstract: "What the process callback costs, beside plain FluidSynth.")

  @OptionGroup var callback: CallbackOptions
  @OptionGroup var output: OutputOptions

  @MainActor func run() async throws {
    let writer = ReportWriter(isJSON: output.json)
    for report in try await CallbackBenchmark(periods: callback.periods).run() {
      writer.write(report)
    }
    try writer.finish()
  }
}
