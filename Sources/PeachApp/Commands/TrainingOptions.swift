import ArgumentParser
import Language
import Program
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
    help: Self.seedHelp)
  var seed: UInt64?

  static var seedHelp: ArgumentHelp {
    ArgumentHelp(
      localized(
        "Make the training reproducible: the same number (0 or more) gives the same trials."),
      valueName: localized(context: "value of an option", "number"))
  }

  func validate() throws {
    if let trials, trials < 1 {
      throw ValidationError(
        localized("--trials takes a whole number of 1 or more, not %d.", trials))
    }
  }

  /// Trains until there is a reason to end, and returns the exit code.
  ///
  /// - Parameter keepAudio: the folder in which the sound of played notes is kept; `nil` for none.
  @MainActor func train(
    _ training: TrainingName, settings: SettingOptions, global: GlobalOptions,
    keepAudio: String? = nil
  ) async -> ExitCode {
    await CommandContext(global).train(
      settings, keepAudio: keepAudio, needing: training
    ) { services, stage throws(Fault) in
      if let stage,
        let left = try await FirstRunController(services, on: stage).run(before: training)
      {
        return left
      }
      var end = try await services.train(training, trialLimit: trials, seed: seed)
      while let stage, stage.closingPage != nil, end.ending.leavesTheUser {
        switch await ClosingController(services, on: stage).choice() {
        case .again: end = try await services.train(training, trialLimit: trials)
        case .leave: end = TrainingEnd(ending: .endOfInput, status: end.status)
        case .signal(let number):
          end = TrainingEnd(
            ending: .signal(number), status: ExitStatus.signalled(by: number))
        }
      }
      return end
    }
  }
}

extension CommandContext {
  /// Runs a command that trains and is not the start screen, and returns its exit code.
  ///
  /// - Parameters:
  ///   - keepAudio: the folder in which the sound of played notes is kept; `nil` for none.
  ///   - training: the first training, whose part of the history is read first; `nil` if all of it is needed.
  ///   - body: trains until there is a reason to end.
  @MainActor func train(
    _ settings: SettingOptions, keepAudio: String? = nil, needing training: TrainingName?,
    _ body: (TrainingServices, TrainingStage?) async throws(Fault) -> TrainingEnd
  ) async -> ExitCode {
    let status = await report(asEvents: true) {
      try await joinSession()
      let services = try TrainingServices(
        context: self, overrides: settings.texts,
        defaultIntervals: training == .listening ? ListeningFace.usualIntervals : [.prime])
      services.keptAudio = keepAudio.map { KeptAudio(in: AudioFolder($0)) }
      services.openHistory(for: training)
      services.link.onClient = { [session] _ in session?.finishOpening() }
      let stage: TrainingStage? =
        if case .stage(let shown) = services.style { shown } else { nil }
      if let stage { services.keepStatus(of: stage) }
      defer { stage?.status.close() }
      let end: TrainingEnd
      do {
        end = try await body(services, stage)
      } catch {
        // Before the first training there is no view yet; before a later one the keys are read.
        stage?.close()
        services.terminal?.restore()
        services.history.onNotice = { self.notify($0) }
        services.history.close()
        throw error
      }
      await services.close()
      // It came after the last run, and nobody was told.
      if let fault = services.takeHistoryFault() { throw fault }
      return end.status
    }
    return ExitCode(status)
  }
}

extension TrainingServices {
  /// Keeps the status row of a stage up to date in a run that is only a training.
  fileprivate func keepStatus(of stage: TrainingStage) {
    stage.status.onChange = { [weak stage] in stage?.draw() }
    link.onChange = { [weak self, weak stage] in
      guard let self, let stage else { return }
      stage.status.update { $0.update(from: self) }
    }
  }
}
