import Music
import Sound

extension ServerLink {
  /// Tells what a client says of its own accord.
  func listen(to stage: PlayerClient) {
    stage.engine.onNews = { [weak self] in self?.handle($0) }
    stage.player.onNotice = { [weak self] in self?.view.showNotice(Notice($0)) }
  }

  private func handle(_ news: JackEngine.News) {
    switch news {
    case .fault(let fault): perform(machine.lost(Fault(fault)))
    case .freewheel(let isOn): perform(machine.freewheels(isOn))
    case .xruns(let count):
      // While nothing sounds an xrun is no news; opening a client alone can cause some.
      if machine.state == .training { view.showNotice(.xrun(count: count)) }
    case .bufferSize(let frames): view.showNotice(.bufferSize(frames: frames))
    case .connected(.restored(let connection)):
      view.showNotice(.connectionRestored(port: connection.port, peer: connection.peer))
    case .connected(.outputs(let connections)): tellOfOutputs(connections)
    case .connected(.source(let name)): view.showNotice(.midiConnected(source: name))
    }
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
