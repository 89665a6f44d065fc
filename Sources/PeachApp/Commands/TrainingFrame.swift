import ArgumentParser
import Program
import Settings
import Training

extension CommandContext {
  /// Trains until there is a reason to end, and returns the exit code.
  ///
  /// - Parameter keepAudio: the folder in which the sound of played notes is kept; `nil` for none.
  @MainActor func train(
    _ training: TrainingName, _ settings: SettingOptions, _ options: TrainingOptions,
    keepAudio: String? = nil
  ) async -> ExitCode {
    await train(
      settings, keepAudio: keepAudio, needing: training
    ) { services, stage throws(Fault) in
      if let stage,
        let left = try await FirstRunController(services, on: stage).run(before: training)
      {
        return left
      }
      var end = try await services.train(
        training, trialLimit: options.trials, seed: options.seed)
      while let stage, stage.closingPage != nil, end.ending.leavesTheUser {
        switch await ClosingController(services, on: stage).choice() {
        case .again: end = try await services.train(training, trialLimit: options.trials)
        case .leave: end = TrainingEnd(.endOfInput, status: end.status)
        case .signal(let number): end = TrainingEnd(.signal(number))
        }
      }
      return end
    }
  }

  /// Runs a command that trains, and returns its exit code.
  ///
  /// - Parameters:
  ///   - keepAudio: the folder in which the sound of played notes is kept; `nil` for none.
  ///   - training: the first training, whose part of the history is read first; `nil` if all of
  ///     the history is needed.
  ///   - body: trains until there is a reason to end.
  @MainActor func train(
    _ settings: SettingOptions, keepAudio: String? = nil, needing training: TrainingName?,
    _ body: (TrainingServices, TrainingStage?) async throws(Fault) -> TrainingEnd
  ) async -> ExitCode {
    let status = await report(asEvents: true) {
      try await joinSession()
      let services = try TrainingServices(
        context: self, overrides: settings.texts,
        defaultIntervals: training == .listening ? ListeningFace.usualIntervals : [.prime],
        first: training ?? .comparison)
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
      // It came after the last run, which did not report it.
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
