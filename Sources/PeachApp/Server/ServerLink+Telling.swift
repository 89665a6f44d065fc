import Music
import Sound

extension ServerLink {
  /// Tells what a client says of its own accord.
  func listen(to stage: PlayerClient) {
    let engine = stage.engine
    engine.onFault = { [weak self] fault in
      guard let self else { return }
      perform(machine.lost(Fault(fault)))
    }
    engine.onFreewheel = { [weak self] isOn in
      guard let self else { return }
      perform(machine.freewheels(isOn))
    }
    engine.onXruns = { [weak self] count in
      // While nothing sounds an xrun is no news; opening a client alone can cause some.
      guard let self, machine.state == .training else { return }
      view.showNotice(.xrun(count: count))
    }
    engine.onBufferSizeChange = { [weak self] in self?.view.showNotice(.bufferSize(frames: $0)) }
    engine.onConnectionRestored = { [weak self] in
      self?.view.showNotice(.connectionRestored(port: $0.port, peer: $0.peer))
    }
    engine.onOutputsConnected = { [weak self] in self?.tellOfOutputs($0) }
    engine.onSourceConnected = { [weak self] in
      self?.view.showNotice(.midiConnected(source: $0))
    }
    stage.player.onNotice = { [weak self] in self?.view.showNotice(Notice($0)) }
  }

  /// Tells that Peach is ready; of a client after the first one also what it took over.
  func announce() {
    guard let stage else { return }
    let description = stage.description(soundSource: settings.soundSource)
    let wired = wired
    self.wired = nil
    if grantedName != nil, let wired { tellOfRestored(wired.restored, on: stage) }
    view.showReady(description)
    if grantedName == nil, sessionName == nil, description.client != global.clientName {
      view.showNotice(.clientName(asked: global.clientName, granted: description.client))
    }
    if let wired {
      if !wired.outputs.isEmpty {
        tellOfOutputs(wired.outputs)
      } else if grantedName == nil {
        tellOfMissingOutputs(on: stage)
      }
      tellOfSources(wired.sources, on: stage)
    }
    grantedName = description.client
  }

  private func tellOfOutputs(_ connections: [JackConnections.Connection]) {
    view.showNotice(.connected(connections))
  }

  /// Tells that there is nothing yet with which the outputs could be connected. A server that has just
  /// come up takes clients before it has ports; so a moment is let pass.
  private func tellOfMissingOutputs(on stage: PlayerClient) {
    guard stage.engine.outputWatch.target != .nothing else { return }
    _ = after(.milliseconds(500)) { [weak stage] link in
      guard let stage, stage === link.stage, !stage.engine.outputWatch.holdsAny else { return nil }
      link.view.showNotice(.noOutput(pattern: stage.engine.outputWatch.target.pattern))
      return nil
    }
  }

  private func tellOfSources(_ sources: [String], on stage: PlayerClient) {
    for source in sources { view.showNotice(.midiConnected(source: source)) }
    // One that is about to be connected is told of when it is.
    if sources.isEmpty, !global.connectMidi.isEmpty, !stage.engine.hasSource {
      view.showNotice(.noMIDISource(pattern: global.connectMidi.joined(separator: ", ")))
    }
  }

  private func tellOfRestored(
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

extension Notice {
  /// Outputs have been connected.
  static func connected(_ connections: [JackConnections.Connection]) -> Notice {
    .connected(ports: connections.map(\.port), peers: connections.map(\.peer))
  }
}
