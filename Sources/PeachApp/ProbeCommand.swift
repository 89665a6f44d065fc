import ArgumentParser
import Language
import Sound

/// `peach probe`: whether a JACK server answers, for scripts. Says nothing; exit 0 or 69.
struct ProbeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "probe", abstract: localized("Exit 0 if the JACK server answers, 69 if not."),
    shouldDisplay: false)

  @OptionGroup(title: localized("Global options")) var global: GlobalOptions

  @MainActor func run() async throws {
    guard await JackEngine.serverAnswers(global.server) else {
      throw ExitStatus.unavailable.exitCode
    }
  }
}
