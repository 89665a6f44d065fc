import ArgumentParser
import Language
import Program

/// `peach data check`: checks the history.
struct DataCheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: localized("Check the training history."),
    discussion: CommandHelp.discussion(
      localized(
        """
        Checks the whole database, its folder, and the results that are not stored yet. It changes \
        nothing. Each problem is reported on a line of its own with its remedy, and the exit code \
        is then 65.
        """),
      examples: """
        peach data check
        peach data check --json | jq .findings
        """))

  @OptionGroup(title: localized("Global options")) var global: GlobalOptions

  @MainActor func run() async throws {
    let context = CommandContext(global)
    let status = await context.report {
      let path = context.historyPath
      let facts = try context.checkHistory()
      context.output.write(
        global.json ? CheckWords.json(facts, path: path) : CheckWords.text(facts, path: path))
      return (facts.isSound ? ExitStatus.success : .badData).rawValue
    }
    throw ExitCode(status)
  }
}
