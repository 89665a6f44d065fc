import Sound

/// The controllers that show how a training stands. Whether those that were asked for are connected is reported
/// as it is for the sources of the MIDI input.
extension ServerLink {
  /// A moment in which a server that has just started can get ports, and in which it is known which
  /// connections have been made.
  private static let arrivalTime = Duration.milliseconds(500)

  /// The MIDI output has other connections. A port that was renamed is none that has come.
  func update(controllers ports: [String]) {
    let new = ports.filter { !controllerPorts.contains($0) }
    let isMore = controllerPorts.allSatisfy(ports.contains)
    controllerPorts = ports
    // Those of a client that is not announced yet are reported with it, and connections that only the user
    // makes need no report.
    guard isAnnounced, isMore, !controllers().isEmpty else { return }
    for port in new { view.showNotice(.midiOutputConnected(input: port)) }
  }

  /// Reports which controllers are connected to a client that is announced now, or a moment later that none
  /// is.
  func notifyOfControllers(on stage: PlayerClient) {
    let patterns = controllers()
    guard !patterns.isEmpty else { return }
    controllerPorts = []
    update(controllers: stage.engine.controllers)
    _ = after(Self.arrivalTime) { [weak stage] link in
      // One that is about to be connected is reported when it is connected.
      guard let stage, stage === link.stage, !stage.engine.hasController,
        stage.engine.controllers.isEmpty
      else { return nil }
      link.view.showNotice(
        .noMIDIInput(pattern: patterns.map(\.text).joined(separator: ", ")))
      return nil
    }
  }
}
