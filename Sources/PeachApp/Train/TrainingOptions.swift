import ArgumentParser
import Language
import Training

/// The options of every command that trains, besides the settings and the global options.
///
/// Settings and global options are not in this group: in a debug build ArgumentParser checks each
/// group several times for each group that contains it, which delayed the start by a second.
struct TrainingOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      localized("Stop after this number of results (1 or more)."),
      valueName: localized(context: "value of an option", "number")))
  var trials: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      localized(
        "Make the training reproducible: the same number (0 or more) gives the same trials."),
      valueName: localized(context: "value of an option", "number")))
  var seed: UInt64?

  func validate() throws {
    if let trials, trials < 1 {
      throw ValidationError(
        localized("--trials takes a whole number of 1 or more, not %d.", trials))
    }
  }

  /// Trains until there is a reason to end, and returns the exit code.
  @MainActor func train(
    _ training: TrainingName, settings: SettingOptions, global: GlobalOptions
  ) async -> ExitCode {
    let context = CommandContext(global)
    let status = await context.report(asEvents: true) {
      try await context.joinSession()
      let services = try TrainingServices(context: context, overrides: settings.texts)
      services.link.onStage = { _ in context.session?.finishOpening() }
      let end: TrainingEnd
      do {
        end = try await services.train(training, trialLimit: trials, seed: seed)
      } catch {
        // Training has not begun, so there is no view yet.
        services.history.onNotice = { context.notify($0) }
        services.history.close()
        throw error
      }
      await services.close()
      return end.status
    }
    return ExitCode(status)
  }
}
