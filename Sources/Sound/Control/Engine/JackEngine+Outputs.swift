extension JackEngine {
  /// Connects the outputs as `watch` has it, now and as ports come, which ``onOutputsConnected`` tells.
  /// After ``restore(_:)``: what was connected on a server before this one wins.
  ///
  /// - Returns: the connections that were made.
  public func connectOutputs(_ watch: OutputWatch) async -> [JackConnections.Connection] {
    outputWatch = watch
    guard watch.target != .nothing else { return [] }
    let memory = memory
    let (present, destinations) = await JackRequests.perform {
      (memory.client.connections, memory.destinations)
    }
    defer { resolveDoubtsLater() }
    return await connectNew(of: destinations, present: present, isSettled: false)
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
    let client = memory.client
    let wanted = outputWatch.observe(
      destinations, present: present, reserved: connections.pending, isSettled: isSettled)
    for connection in wanted where isRunning {
      if await JackRequests.perform({ client.connect(connection) }) {
        made.append(connection)
        outputWatch.noteGrant(of: connection)
      } else {
        outputWatch.noteRefusal(of: connection)
      }
    }
    return made
  }
}
