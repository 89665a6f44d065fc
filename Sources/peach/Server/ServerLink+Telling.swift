import Console
import Music
import Sound

extension ServerLink {
  /// Tells what a client says of its own accord.
  func listen(to stage: AudioStage) {
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
    engine.onSourceConnected = { [weak self] in
      self?.view.showNotice(.midiConnected(source: $0))
    }
    stage.player.onNotice = { [weak self] in self?.view.showNotice(Notice($0)) }
  }

  /// Tells that Peach is ready; of a client after the first one also what it took over.
  func announce() {
    guard let stage else { return }
    let description = stage.description(soundSource: settings.soundSource)
    if grantedName != nil { tellOfConnections(of: stage) }
    restored = nil
    view.showReady(description)
    if grantedName == nil, sessionName == nil, description.client != global.clientName {
      view.showNotice(.clientName(asked: global.clientName, granted: description.client))
    }
    grantedName = description.client
    tellOfSources()
  }

  private func tellOfSources() {
    for source in connectedSources { view.showNotice(.midiConnected(source: source)) }
    if connectedSources.isEmpty, !global.connectMidi.isEmpty {
      view.showNotice(.noMIDISource(pattern: global.connectMidi.joined(separator: ", ")))
    }
  }

  private func tellOfConnections(of stage: AudioStage) {
    guard let restored else { return }
    view.showNotice(.reconnected(client: stage.engine.description.clientName))
    for connection in restored {
      view.showNotice(.connectionRestored(port: connection.port, peer: connection.peer))
    }
    for connection in stage.engine.connections.missing {
      view.showNotice(.connectionMissing(port: connection.port, peer: connection.peer))
    }
  }
}
