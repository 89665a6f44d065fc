import ArgumentParser

struct ScienceCommand: BenchCommand {
  static let configuration = CommandConfiguration(
    commandName: "science",
    abstract: "Whether thresholds, strategies and trends hold what they promise.",
    discussion: "Some minutes; peach simulate tries other listeners.")

  @Option(help: "Listeners for the figures of the map.") var listeners = 50
  @Option(help: "Listeners for the shares that the trend calls improving or declining.")
  var unchangedListeners = 400
  @Option(help: "Which listeners.") var seed: UInt64 = 1
  @OptionGroup var tries: TriesOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard listeners > 0, unchangedListeners > 0 else {
      throw ValidationError("there is at least one listener.")
    }
  }

  func measure(into writer: ReportWriter) async throws {
    writer.write(try MapBenchmark(tries: tries.tries).run())
    writer.write(
      try ScienceBenchmark(
        listeners: listeners, unchangedListeners: unchangedListeners, seed: seed
      ).run())
  }
}
