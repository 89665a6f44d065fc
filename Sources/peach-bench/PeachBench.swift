import ArgumentParser

/// Measures Peach against its figures.
@main
struct PeachBench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "peach-bench",
    abstract: "Measures Peach against its figures.",
    discussion: """
      Without a subcommand: all of them but durability, science, soak, endurance, intonation and tone. Build with -c release, or the figures mean nothing; a \
      machine that does nothing else gives the steadiest ones.

      EXAMPLES
        swift build -c release && .build/release/peach-bench
        peach-bench callback --periods 100000
        peach-bench --json --server studio | jq .callback.goals
      """,
    subcommands: [
      AllCommand.self, CallbackCommand.self, LiveCommand.self, StartupCommand.self,
      LatencyCommand.self, ProfileCommand.self, ReportCommand.self,
      ExchangeCommand.self, MemoryCommand.self,
      DurabilityCommand.self, DurabilityWriterCommand.self, ScienceCommand.self, SoakCommand.self,
      EnduranceCommand.self, IntonationCommand.self, ToneCommand.self,
    ],
    defaultSubcommand: AllCommand.self)
}
