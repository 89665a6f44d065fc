import ArgumentParser
import Language
import Program
import Settings

/// The command `peach` alone: the start screen.
struct StartCommand: JackCommand {
  static let configuration = CommandConfiguration(
    commandName: "start",
    abstract: localized("Choose a training, or look at the profile (runs without a subcommand)."),
    discussion: CommandHelp.discussion(
      localized(
        """
        In a terminal, the start screen shows what to train today and why, the eight trainings and \
        your results so far, and leads to the profile and the settings. If a session manager (NSM, RaySession) starts Peach \
        without a terminal, Peach waits in the session and trains when a MIDI pad or key, OSC or \
        the line start tells it to.
        """),
      examples: "peach"))

  @Option(help: SettingOptions.help(.osc), completion: .setting(.osc))
  var osc: String?

  @Option(help: SettingOptions.help(.sessionTraining), completion: .setting(.sessionTraining))
  var sessionTraining: String?

  @OptionGroup(title: localized("Global options")) var global: GlobalOptions

  private var texts: [SettingKey: String] {
    [SettingKey.osc: osc, .sessionTraining: sessionTraining].compactMapValues { $0 }
  }

  @MainActor func run() async throws {
    let context = CommandContext(global)
    let status = await context.report(asEvents: true) {
      try await context.joinSession(isNeeded: context.terminal == nil)
      if context.hasTerminalToItself {
        return try await StartRun(context, overrides: texts).run()
      }
      guard let session = context.session else {
        context.messages.writeLine(ParserWords.text(Peach.helpMessage()))
        return ExitStatus.usage.rawValue
      }
      return try await NSMRun(context, overrides: texts, session: session).run()
    }
    throw ExitCode(status)
  }
}
