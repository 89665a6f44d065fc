import ArgumentParser
import Console

/// `peach` alone: the start screen.
struct StartCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "start",
    abstract: localized("Choose a training, look at the profile (what runs without a subcommand)."),
    discussion: CommandHelp.discussion(
      localized(
        """
        On a terminal only: the four trainings with what is known of each, the profile, the settings.
        """),
      examples: "peach"))

  @OptionGroup(title: localized("Global options")) var global: GlobalOptions

  @MainActor func run() async throws {
    let surroundings = Surroundings(global)
    guard surroundings.terminal != nil else {
      surroundings.messages.writeLine(ParserWords.text(Peach.helpMessage()))
      throw ExitStatus.usage.exitCode
    }
    throw ExitCode(await surroundings.report { try await StartHost(surroundings).run() })
  }
}
