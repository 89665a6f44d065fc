import ArgumentParser
import Console
import Training

/// What every command takes that trains.
struct TrainingOptions: ParsableArguments {
  @OptionGroup(title: localized("Settings for this run")) var settings: SettingOptions
  @OptionGroup(title: localized("Global options")) var global: GlobalOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      localized("Stop after that many results, 1 or more."),
      valueName: localized(context: "value of an option", "number")))
  var trials: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      localized("Make the choices reproducible: the same number (0 or more), the same choices."),
      valueName: localized(context: "value of an option", "number")))
  var seed: UInt64?

  func validate() throws {
    if let trials, trials < 1 {
      throw ValidationError(localized("--trials takes a whole number from 1 up, not %d.", trials))
    }
  }

  /// Trains until there is a reason to end, and returns the exit code.
  @MainActor func train(_ training: any HostedTraining.Type) async -> ExitCode {
    let surroundings = Surroundings(global)
    let status = await surroundings.report {
      try await surroundings.joinSession()
      let desk = try TrainingDesk(surroundings: surroundings, overrides: settings.texts)
      desk.link.onStage = { _ in surroundings.session?.finishOpening() }
      let host = TrainingHost(at: desk, trialLimit: trials, random: random, training: training)
      do {
        try await host.run()
      } catch {
        // Nothing has begun: one line, and no event.
        desk.history.onNotice = { surroundings.tell($0) }
        desk.history.close()
        throw error
      }
      await desk.close()
      return host.status
    }
    return ExitCode(status)
  }

  private var random: any RandomNumberGenerator {
    if let seed { SeededGenerator(seed: seed) } else { SystemRandomNumberGenerator() }
  }
}
