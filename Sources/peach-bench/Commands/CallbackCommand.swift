import ArgumentParser

struct CallbackCommand: BenchCommand {
  static let configuration = CommandConfiguration(
    commandName: "callback", abstract: "What the process callback costs, beside plain FluidSynth.")

  @OptionGroup var callback: CallbackOptions
  @OptionGroup var output: OutputOptions

  func measure(into writer: ReportWriter) async throws {
    for report in try await CallbackBenchmark(periods: callback.periods).run() {
      writer.write(report)
    }
  }
}
