import Foundation

/// Looks whether a session manager may be at an address, without joining it.
public enum ManagerProbe {
  public enum Reach: Sendable {
    /// Something answered, or nothing said that nobody is there: a datagram is not acknowledged.
    case possible

    /// The machine says that nobody listens there.
    case nobody

    /// No way leads there, or it is no address.
    case noAddress
  }

  /// How long an answer, or the refusal of another machine, may take.
  private static let patience = Duration.milliseconds(300)

  /// - Parameter url: as in `NSM_URL`.
  public static func reach(url: String) async -> Reach {
    guard let manager = OSCPeer(url: url) else { return .noAddress }
    let (outcomes, first) = AsyncStream<Reach>.makeStream(bufferingPolicy: .bufferingOldest(1))
    guard
      let socket = try? OSCSocket(
        at: manager.nearEnd ?? manager.with(port: 0),
        receive: { _, _ in first.yield(.possible) }, lose: { _ in first.yield(.nobody) })
    else { return .noAddress }
    // nsmd answers this one, and what does not know it lets it pass.
    socket.send(OSCMessage("/osc/ping"), to: manager)
    let limit = Task {
      try await Task.sleep(for: patience)
      first.yield(.possible)
    }
    defer { limit.cancel() }
    for await outcome in outcomes {
      withExtendedLifetime(socket) {}
      return outcome
    }
    return .possible
  }
}
