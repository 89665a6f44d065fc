extension JackEngine {
  /// Connects the outputs as `watch` has it, now and as ports come, which ``onOutputsConnected`` tells.
  /// After ``restore(_:)``: what was connected on a server before this one wins.
  ///
  /// - Returns: the connections that were made.
  public func connectOutputs(_ watch: OutputWatch) async -> [JackConnections.Connection] {
    broughtOutputs = watch
    guard watch.target != .nothing else {
      outputWatch = watch
      return []
    }
    let memory = memory
    let look = { @Sendable in
      // In this order: see followConnections().
      let destinations = memory.destinations
      return (destinations, memory.client.connections)
    }
    var (destinations, present) = await JackRequests.perform(look)
    defer { resolveDoubtsLater() }
    // From here on changes are followed, too; what is there already is this call's to connect and to tell.
    outputWatch = watch
    let made = await connectNew(of: destinations, present: present, isSettled: false)
    // What has come between the look and the watch.
    (destinations, present) = await JackRequests.perform(look)
    return made + (await connectNew(of: destinations, present: present, isSettled: false))
  }

  /// Takes in the ports that there are after a change.
  func follow(
    _ destinations: [ServerPort], present: Set<JackConnections.Connection>, isSettled: Bool
  ) async {
    let made = await connectNew(of: destinations, present: present, isSettled: isSettled)
    if !made.isEmpty { onOutputsConnected?(made) }
  }

  private func connectNew(
    of destinations: [ServerPort], present: Set<JackConnections.Connection>, isSettled: Bool
  ) async -> [JackConnections.Connection] {
    var made: [JackConnections.Connection] = []
    let memory = memory
    let wanted = outputWatch.observe(
      destinations, present: present, reserved: connections.pending, isSettled: isSettled)
    for connection in wanted where isRunning {
      if await JackRequests.perform({ memory.connect(connection) }) {
        made.append(connection)
        outputWatch.noteGrant(of: connection)
      } else {
        outputWatch.noteRefusal(of: connection)
      }
    }
    return made
  }
}
