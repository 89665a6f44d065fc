extension JackEngine {
  /// Connects the ports as they were on the server before this one. What is not there yet is made when
  /// its other port registers, and told by ``onConnectionRestored``.
  ///
  /// - Returns: the connections that were made.
  public func restore(_ former: JackConnections) async -> [JackConnections.Connection] {
    broughtConnections = former
    connections.await(former)
    defer { resolveDoubtsLater() }
    return await connectThoseThatCan()
  }

  /// Makes what can be made of the connections that are missing.
  func connectMissing() async {
    for connection in await connectThoseThatCan() { onConnectionRestored?(connection) }
  }

  private func connectThoseThatCan() async -> [JackConnections.Connection] {
    guard !isConnecting else {
      shouldLookAgain = true
      return []
    }
    isConnecting = true
    defer { isConnecting = false }
    var made: [JackConnections.Connection] = []
    let memory = memory
    repeat {
      shouldLookAgain = false
      // Each once: one that the server refuses waits for the next change.
      for connection in connections.missing where isRunning {
        // Looked up first: what is connected is that port or one that came after it.
        let identity = await JackRequests.perform {
          memory.identity(of: connection.peer)
            .flatMap { memory.connect(connection) ? $0 : nil }
        }
        guard let identity else { continue }
        peerIdentities[connection.peer] = identity
        connections.noteAsked(connection)
        made.append(connection)
      }
    } while shouldLookAgain && isRunning
    return made
  }
}
