import Console
import Foundation
import Music
import OSC
import Realtime
import Settings
import Training

/// A run that a session manager has started and that nobody sits at: on the server from its beginning to
/// its end, it trains when a pad, a key of a keyboard, Open Sound Control or a line says so. Main thread.
final class SessionHost {
  private let desk: TrainingDesk
  private let session: JoinedSession
  private var whenChosen: CheckedContinuation<Choice, Never>?
  private var bound: StartingHands?

  /// What ends a time without training.
  private enum Choice {
    case train(TrainingName, TrainingKind?)
    case end(status: Int32)
  }

  /// Reads settings and history. Throws ``Fault`` and `SettingsError`.
  init(
    _ surroundings: Surroundings, overrides: [SettingKey: String] = [:], session: JoinedSession
  ) throws {
    self.session = session
    let seat = surroundings.seat(isOnTerminal: false)
    let idleView: any TrainingView =
      if case .json(let events) = seat {
        JSONTrainingView(.comparison, events: events)
      } else {
        IdleView(board: LineBoard(output: surroundings.messages))
      }
    desk = try TrainingDesk(
      surroundings: surroundings, overrides: overrides, seat: seat,
      idleView: SessionView(idleView, session: session))
  }

  /// Runs until the manager or a command ends it, and returns the exit status. Throws ``Fault`` where
  /// there is no server.
  func run() async throws -> Int32 {
    desk.link.onStage = { [weak self] in self?.listen(on: $0) }
    do {
      try await desk.link.launch()
    } catch {
      desk.history.close()
      throw error
    }
    session.finishOpening()
    var status: Int32?
    while status == nil {
      switch await choose() {
      case .train(let name, let kind): status = await train(name, kind)
      case .end(let code): status = code
      }
    }
    await desk.close()
    return status ?? 0
  }

  private var trained: TrainingName {
    switch desk.settings.sessionTraining {
    case .comparison: .comparison
    case .matching: .matching
    }
  }

  private func choose() async -> Choice {
    desk.settings.refresh()
    let following = Task { await followSettings() }
    defer { following.cancel() }
    return await withCheckedContinuation { continuation in
      whenChosen = continuation
      desk.link.delegate = self
      desk.history.onNotice = { [view = desk.link.view] in view.showNotice($0) }
      desk.listen { [weak self] in self?.take($0) }
      for notice in desk.takeOpeningNotices() { desk.link.view.showNotice(notice) }
      if let stage = desk.link.stage { listen(on: stage) }
    }
  }

  /// What begins a training is as the settings have it now, not as they were when the last one ended.
  private func followSettings() async {
    while (try? await Task.sleep(for: .seconds(1))) != nil {
      desk.settings.refresh()
      if let stage = desk.link.stage, bound != StartingHands(desk.settings) { listen(on: stage) }
    }
  }

  /// Which of the settings say what begins a training.
  private struct StartingHands: Equatable {
    let midi: MIDISettings
    let training: SessionTraining

    init(_ settings: FileUserSettings) {
      (midi, training) = (settings.midi, settings.sessionTraining)
    }
  }

  /// Whatever answers or commits in the training begins it.
  private func listen(on stage: AudioStage) {
    guard whenChosen != nil else { return }
    bound = StartingHands(desk.settings)
    try? stage.player.bind(HandBindings(startingWith: desk.settings.midi, trained))
    stage.player.onIntent = { [weak self] _, _ in
      self?.begin()
    }
  }

  /// Begins a training, or says why it cannot be: without a server, or while time on it is not that of
  /// the ear, nothing would be there to end the waiting.
  private func begin(_ named: NamedTraining? = nil) {
    desk.settings.refresh()
    guard desk.link.isReadyToTrain else { return desk.link.tellWhyItWaits() }
    leave(.train(named?.name ?? trained, named?.kind))
  }

  private func take(_ input: Hands.Input) {
    switch input {
    case .signal(let number): leave(.end(status: ExitStatus.signalled(by: number)))
    case .line(let line):
      switch LineCommands.parse(line, for: trained) {
      case .intent(.start): begin()
      case .intent(.quit): leave(.end(status: ExitStatus.success.rawValue))
      case .intent(.help): desk.link.view.showNotice(.waitingForStart)
      case .intent(let intent): desk.link.view.showNotice(.ignored(command: intent.command))
      case .unfitting(let command): desk.link.view.showNotice(.ignored(command: command))
      case .unknown(let text): desk.link.view.showNotice(.unknownCommand(text, trained))
      case .badValue(let command, let value, let allowed):
        desk.link.view.showNotice(.badValue(command: command, value: value, allowed: allowed))
      case .nothing: break
      }
    case .remote(.start(nil)): begin()
    case .remote(.start(let text?)): NamedTraining(text).map { begin($0) }
    case .save: desk.save()
    case .suspend: Task { await desk.suspend() }
    case .key, .endOfInput, .resized, .remote: break
    }
  }

  private func leave(_ choice: Choice) {
    desk.listen(nil)
    desk.link.delegate = nil
    desk.link.stage?.player.onIntent = nil
    whenChosen?.resume(returning: choice)
    whenChosen = nil
  }

  /// Trains, and returns the exit status where that ends the run.
  private func train(_ name: TrainingName, _ kind: TrainingKind?) async -> Int32? {
    desk.settings.kind = kind
    let training: any HostedTraining.Type =
      switch name {
      case .comparison: HostedComparison.self
      case .matching: HostedPitchMatching.self
      }
    let host = TrainingHost(at: desk, random: SystemRandomNumberGenerator(), training: training)
    do {
      try await host.run()
    } catch {
      desk.link.view.showFault(error)
      return nil
    }
    switch host.ending {
    case .signal, .error: return host.status
    default: return nil
    }
  }
}

extension SessionHost: ServerLinkDelegate {
  var results: Int { 0 }
  func train(on stage: AudioStage) {}
  func interruptTraining() -> Bool { false }

  func serverLinkFailed(_ fault: Fault) {
    desk.link.view.showFault(fault)
    leave(.end(status: fault.status.rawValue))
  }
}
