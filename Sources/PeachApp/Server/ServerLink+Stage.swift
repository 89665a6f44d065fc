import Foundation
import Intonation
import Sound
import Training

extension ServerLink {
  /// How long opening a client may take before the server counts as hanging.
  private static let patience = Duration.seconds(3)

  func open(_ step: ServerLinkMachine.Step) {
    let patience = after(Self.patience) { [server = global.server] in
      $0.machine.openingIsSlow(step, server: server)
    }
    opening = Task {
      defer { patience.cancel() }
      do {
        let stage = try await PlayerClient.open(
          name: grantedName ?? sessionName ?? global.clientName,
          isExact: (grantedName ?? sessionName) != nil || global.exactName,
          server: global.server, identities: portIdentities, library: library, settings: settings,
          tables: IntonationCache(environment: ProcessInfo.processInfo.environment),
          whenOpened: { patience.cancel() },
          whenSlow: { [weak self] in
            guard let self else { return }
            view.showNotice(.soundLoading(settings.soundSource.description))
          })
        let wired = await stage.connect(
          PlayerClientWiring(
            former: connections, outputs: outputWatch, sources: global.midiPatterns))
        take(stage, wired, step)
      } catch {
        let fault = Fault(any: error)
        perform(machine.openingFailed(step, fault, isLasting: !(error is JackError)))
      }
    }
  }

  /// With what the outputs are to be connected; what the user has disconnected stays so on a later server.
  private var outputWatch: OutputWatch {
    let target = outputs()
    if let formerOutputs, formerOutputs.target == target { return formerOutputs.onNextServer }
    return OutputWatch(target)
  }

  /// A client has come; it may be too late, or its server may have gone again meanwhile.
  private func take(
    _ stage: PlayerClient, _ wired: PlayerClientWiring.Outcome, _ step: ServerLinkMachine.Step
  ) {
    guard stage.engine.isRunning else { return takeLost(stage, step) }
    guard let action = machine.opened(step) else {
      closing = stage.closing()
      return
    }
    self.stage = stage
    self.wired = wired
    listen(to: stage)
    onStage?(stage)
    perform(action)
    if stage.engine.isFreewheeling { perform(machine.freewheels(true)) }
  }

  /// The client can no longer play before anybody had it: its server has gone, or has forgotten it and
  /// is there for another one.
  private func takeLost(_ stage: PlayerClient, _ step: ServerLinkMachine.Step) {
    let closing = stage.closing()
    self.closing = closing
    guard stage.engine.fault == .openedInFreewheel else {
      return perform(machine.openingFailed(step, .noServer(name: global.server), isLasting: false))
    }
    portIdentities = stage.engine.portIdentities
    opening = Task {
      await closing.value
      if machine.isOpening(step) { open(step) }
    }
  }

  /// Begins to close the stage, if there is one; `closing` ends when that is done.
  func closeStage() {
    guard let stage else { return }
    self.stage = nil
    connections = stage.engine.connections
    formerOutputs = stage.engine.outputWatch
    portIdentities = stage.engine.portIdentities
    closing = stage.closing()
  }
}
