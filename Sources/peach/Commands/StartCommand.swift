import ArgumentParser
import Console

/// `peach` alone: the start screen.
struct StartCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "start",
    abstract: "Choose a training, look at the profile (what runs without a subcommand).",
    discussion: """
      On a terminal only: the four trainings with what is known of each, the profile, the settings.

      EXAMPLE
        peach
      """)

  @OptionGroup(title: "Global options") var global: GlobalOptions

  @MainActor func run() async throws {
    let surroundings = Surroundings(global)
    guard surroundings.terminal != nil else {
      surroundings.messages.writeLine(Peach.helpMessage())
      throw ExitStatus.usage.exitCode
    }
    throw ExitCode(await surroundings.report { try await StartHost(surroundings).run() })
  }
}
