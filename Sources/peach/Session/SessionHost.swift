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
    return await withCheckedContinuation { continuation in
      whenChosen = continuation
      desk.link.delegate = self
      desk.listen { [weak self] in self?.take($0) }
      if let notice = desk.takeRemoteNotice() { desk.link.view.showNotice(notice) }
      if let stage = desk.link.stage { listen(on: stage) }
    }
  }

  /// Whatever answers or commits in the training begins it.
  private func listen(on stage: AudioStage) {
    guard whenChosen != nil else { return }
    try? stage.player.bind(HandBindings(startingWith: desk.settings.midi, trained))
    stage.player.onIntent = { [weak self] _, _ in
      guard let self else { return }
      leave(.train(trained, nil))
    }
  }

  private func take(_ input: Hands.Input) {
    switch input {
    case .signal(let number): leave(.end(status: ExitStatus.signalled(by: number)))
    case .line(let line):
      switch LineCommands.parse(line, for: trained) {
      case .intent(.start): leave(.train(trained, nil))
      case .intent(.quit): leave(.end(status: ExitStatus.success.rawValue))
      case .unknown(let text): desk.link.view.showNotice(.unknownCommand(text, trained))
      default: break
      }
    case .remote(.start(let text)):
      guard let text else { return leave(.train(trained, nil)) }
      guard let named = NamedTraining(text) else { return }
      leave(.train(named.name, named.kind))
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
