import Foundation
import Intonation
import Music
import Sound
import Training

extension ServerLink {
  /// How long opening a client may take before the server counts as hanging.
  private static let timeout = Duration.seconds(3)

  func open(_ step: ServerLinkMachine.Step) {
    let timeout = after(Self.timeout) { [server = global.server] in
      $0.machine.openingIsSlow(step, server: server)
    }
    opening = Task {
      var engine: JackEngine?
      defer {
        timeout.cancel()
        if openingEngine === engine { openingEngine = nil }
      }
      do {
        let stage = try await PlayerClient.open(
          name: grantedName ?? sessionName ?? global.clientName,
          isExact: (grantedName ?? sessionName) != nil || global.exactName,
          server: global.server, identities: portIdentities, library: library, settings: settings,
          tables: IntonationCache(environment: environment),
          meanwhile: { lockMemoryAtLaunch() },
          whenOpened: {
            timeout.cancel()
            engine = $0
            openingEngine = $0
          },
          whenSlow: { [weak self] in
            guard let self, machine.isOpening(step) else { return }
            view.showNotice(.soundLoading(settings.soundSource.description))
          },
          whenLoading: { [weak self] share in
            guard let self, machine.isOpening(step) else { return }
            view.showNotice(.soundLoading(settings.soundSource.description, progress: share))
          })
        // What comes until somebody listens counts, too.
        let wired = WiringOutcome()
        await stage.connect(
          PlayerClientWiring(
            former: connections, outputs: outputWatch, sources: global.midiPatterns,
            controllers: controllers()), outcome: wired)
        // Nobody reads it yet, so its lack is no reason not to train.
        if let target = keptInput() { _ = try? await stage.openInput(inputWatch(target)) }
        let outputs = await stage.engine.askForOutputs(
          after: wired.value.outputs + wired.value.restored)
        receive(stage, wired.value, outputs, step)
      } catch {
        let fault = Fault(any: error)
        perform(machine.openingFailed(step, fault, isLasting: !(error is JackError)))
      }
    }
  }

  /// The ports to which the outputs should be connected. Connections that the user has removed are
  /// not made again on a later server.
  private var outputWatch: OutputWatch {
    let target = outputs()
    if let formerOutputs, formerOutputs.target == target { return formerOutputs.onNextServer }
    return OutputWatch(target)
  }

  /// The port to which the audio input should be connected, likewise.
  func inputWatch(_ target: OutputTarget) -> OutputWatch {
    if let formerInput, formerInput.target == target { return formerInput.onNextServer }
    return .ofInput(target)
  }

  /// A client has been opened. It may be too late, or its server may have gone away meanwhile.
  private func receive(
    _ stage: PlayerClient, _ wired: PlayerClientWiring.Outcome,
    _ outputs: [JackConnections.Connection]?, _ step: ServerLinkMachine.Step
  ) {
    guard stage.engine.isRunning else { return receiveLost(stage, step) }
    guard let action = machine.opened(step) else {
      closing = stage.closing()
      return
    }
    self.stage = stage
    self.wired = wired
    outputConnections = outputs
    inputs = stage.engine.inputs
    listen(to: stage)
    onStage?(stage)
    perform(action)
    if stage.engine.isFreewheeling { perform(machine.freewheels(true)) }
  }

  /// The client can no longer play before it was used: its server has gone away, or has forgotten
  /// the client and is ready for another one.
  private func receiveLost(_ stage: PlayerClient, _ step: ServerLinkMachine.Step) {
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

  /// Begins to close the client, if there is one. `closing` ends when that is done.
  func closeStage() {
    guard let stage else { return }
    self.stage = nil
    isAnnounced = false
    outputConnections = nil
    inputs = []
    controllerPorts = []
    connections = stage.engine.connections
    formerOutputs = stage.engine.outputWatch
    formerInput = stage.engine.inputWatch
    portIdentities = stage.engine.portIdentities
    closing = stage.closing()
  }
}

extension ServerLink {
  /// Reports the events of a client.
  func listen(to stage: PlayerClient) {
    stage.engine.onNews = { [weak self] in self?.handle($0) }
    stage.player.onNotice = { [weak self, library] notice in
      self?.view.showNotice(Notice(notice) { $0.knownName(in: library) })
    }
  }

  private func handle(_ news: JackEngine.News) {
    defer { onChange?() }
    switch news {
    case .fault(let fault): perform(machine.lost(Fault(fault)))
    case .freewheel(let isOn):
      perform(machine.freewheels(isOn))
    case .xruns(let count):
      // An xrun does not matter while nothing sounds. Opening a client can cause some.
      guard machine.state == .training else { break }
      view.showNotice(.xrun(count: count))
      delegate?.soundBrokeOff()
    case .stalled(let isStalled):
      // Until Peach is announced there is nothing that could wait.
      if isAnnounced { view.showNotice(isStalled ? .serverStalled : .serverResumed) }
      delegate?.serverStalled(isStalled)
    case .outputs(let connections): handle(outputs: connections)
    case .inputs(let ports): update(inputs: ports)
    case .controllers:
      update(controllers: stage?.engine.controllers ?? [])
      onControllers?()
    case .audioSources: onAudioSources?()
    case .bufferSize(let frames): view.showNotice(.bufferSize(frames: frames))
    case .connected(.restored(let connection)):
      view.showNotice(.connectionRestored(port: connection.port, peer: connection.peer))
    case .connected(.outputs(let connections)): notifyOfOutputs(connections)
    case .connected(.input(let connection)):
      view.showNotice(.inputConnected(source: connection.peer))
    case .connected(.source(let name)): view.showNotice(.midiConnected(source: name))
    }
  }

  /// The full names of the ports to which outputs are connected, each once.
  static func peers(_ connections: [JackConnections.Connection]) -> [String] {
    var seen: Set<String> = []
    return connections.map(\.peer).filter { seen.insert($0).inserted }
  }

  /// The outputs have other connections. That nothing is connected any more is believed when the
  /// server still says so a moment later: in between ports are replaced, and a server that shuts
  /// down removes them before it says so.
  private func handle(outputs: [JackConnections.Connection]) {
    guard outputs.isEmpty, outputPeers?.isEmpty != true else { return update(outputs) }
    _ = after(.milliseconds(250)) { [weak stage] link in
      guard let stage, stage === link.stage else { return nil }
      Task { await link.askForOutputs() }
      return nil
    }
  }

  /// Asks the server what the outputs are connected to, and reports it if it has changed.
  func askForOutputs() async {
    guard let stage else { return }
    let granted = wired.map { $0.outputs + $0.restored } ?? []
    let outputs = await stage.engine.askForOutputs(after: granted)
    guard let outputs, stage === self.stage else { return }
    update(outputs)
  }

  private func update(_ outputs: [JackConnections.Connection]) {
    let peers = Self.peers(outputs)
    let former = outputPeers
    outputConnections = outputs
    guard peers != former else { return }
    onChange?()
    // Until Peach is announced, `ready` will say it.
    guard isAnnounced else { return }
    view.showConnections(peers)
    if peers.isEmpty { view.showNotice(.unconnected) }
    delegate?.outputsChanged()
  }

  /// The MIDI input has other connections. A port that was renamed is none that has gone.
  private func update(inputs ports: [String]) {
    let gone = inputs.filter { !ports.contains($0) }
    let isFewer = ports.allSatisfy(inputs.contains)
    inputs = ports
    guard isAnnounced, isFewer else { return }
    for port in gone { view.showNotice(.midiDisconnected(source: port)) }
  }

  /// What sounds, where and how loud.
  private func opening(on stage: PlayerClient) -> String {
    var facts = StatusFacts()
    facts.link = status
    facts.sound = stage.player.soundingSource.name(in: library)
    facts.level = settings.outputLevel.decibels
    return facts.spoken
  }

  /// Reports that Peach is ready. For a client after the first one, also reports what it took over.
  func announce() {
    guard let stage else { return }
    var description = stage.description(isConnected: isConnected)
    description.opening = opening(on: stage)
    let wired = wired
    self.wired = nil
    isAnnounced = true
    if grantedName != nil, let wired { notifyOfRestored(wired.restored, on: stage) }
    view.showReady(description)
    if grantedName == nil, sessionName == nil, description.client != global.clientName {
      view.showNotice(.clientName(asked: global.clientName, granted: description.client))
    }
    if let wired {
      // One that was made when the client was opened may be gone by now.
      let outputs = wired.outputs.filter { outputPeers?.contains($0.peer) ?? true }
      if !outputs.isEmpty {
        notifyOfOutputs(outputs)
      } else if grantedName == nil {
        notifyOfMissingOutputs(on: stage)
      }
      notifyOfSources(wired.sources, on: stage)
      notifyOfControllers(on: stage)
    }
    if !isConnected { view.showNotice(.unconnected) }
    if stage.engine.isStalled { view.showNotice(.serverStalled) }
    grantedName = description.client
  }

  private func notifyOfOutputs(_ connections: [JackConnections.Connection]) {
    view.showNotice(.connected(connections))
  }

  /// Reports why Peach has not connected the outputs. A server that has just started accepts clients before
  /// it has ports, so this waits for a moment.
  private func notifyOfMissingOutputs(on stage: PlayerClient) {
    guard stage.engine.outputWatch.target != .nothing else { return }
    _ = after(.milliseconds(500)) { [weak stage] link in
      guard let stage, stage === link.stage else { return nil }
      Task { await link.notifyOfOthers(on: stage) }
      return nil
    }
  }

  /// Reports that there is no port to which the outputs could be connected, or to what another program has
  /// connected them. Asks the server for both.
  private func notifyOfOthers(on stage: PlayerClient) async {
    guard let ports = await stage.engine.audioDestinations(),
      let outputs = await stage.engine.askForOutputs(), stage === self.stage,
      !stage.engine.outputWatch.holdsAny
    else { return }
    let target = stage.engine.outputWatch.target
    let wanted = target.fitting(ports)
    let heard = (wanted + ports.filter(\.isPhysical)).map(\.name)
    if wanted.isEmpty {
      view.showNotice(.noOutput(pattern: target.pattern))
    } else if outputs.contains(where: { heard.contains($0.peer) }) {
      notifyOfOutputs(outputs)
    } else if !outputs.isEmpty {
      view.showNotice(.connectedElsewhere(outputs))
    }
  }

  private func notifyOfSources(_ sources: [String], on stage: PlayerClient) {
    for source in sources { view.showNotice(.midiConnected(source: source)) }
    // A source that is about to be connected is reported when it is connected.
    if sources.isEmpty, !global.connectMidi.isEmpty, !stage.engine.hasSource {
      view.showNotice(.noMIDISource(pattern: global.connectMidi.joined(separator: ", ")))
    }
  }

  private func notifyOfRestored(
    _ restored: [JackConnections.Connection], on stage: PlayerClient
  ) {
    view.showNotice(.reconnected(client: stage.engine.description.clientName))
    for connection in restored {
      view.showNotice(.connectionRestored(port: connection.port, peer: connection.peer))
    }
    for connection in stage.engine.connections.missing {
      view.showNotice(.connectionMissing(port: connection.port, peer: connection.peer))
    }
  }
}
