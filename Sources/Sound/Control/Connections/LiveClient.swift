/// A client for as long as the server calls it: nothing is asked of one that may be closed already.
/// Main thread.
@MainActor
final class LiveClient {
  /// How many periods a connection that can be read needs until it carries what is sent: the server
  /// uses a new graph from a later period on.
  private static let carryingPeriods = 3

  /// How long a caller waits for that, or for the end of connections.
  private static let limit = Duration.seconds(1)

  let client: JackClient

  /// Whether the server calls the client, and it is not about to be closed.
  private(set) var isActive = false

  private let periods: PeriodWait

  init(_ client: JackClient) {
    self.client = client
    periods = PeriodWait(client: client)
  }

  /// The server calls the client from now on.
  func start() { isActive = true }

  /// The client is about to be closed, or its server has gone: no more requests are made.
  func stop() {
    isActive = false
    periods.stop()
  }

  /// To be called after each wake-up.
  func handleWakeUp() { periods.handleWakeUp() }

  /// Asks the server; `nil`, without asking, if the client may be closed already.
  @discardableResult
  func ask<Answer: Sendable>(
    _ request: @escaping @Sendable (JackClient) -> Answer
  ) async -> Answer? {
    guard isActive else { return nil }
    let client = client
    return await JackRequests.perform { request(client) }
  }

  /// Waits until connections that the server has granted carry what is sent; false if that takes too
  /// long. A server makes them at a moment of its own, and whatever is sent before is lost.
  func carry(_ made: [JackConnections.Connection]) async -> Bool {
    guard !made.isEmpty else { return true }
    let deadline = ContinuousClock.now + Self.limit
    while let present = await ask({ $0.connections }), !present.isSuperset(of: made) {
      guard ContinuousClock.now < deadline, await periods.pass(1, within: Self.limit)
      else { return false }
    }
    return await periods.pass(Self.carryingPeriods, within: Self.limit)
  }

  /// The connections of the outputs; `nil` without a server.
  func readOutputs() async -> [JackConnections.Connection]? {
    await ask { ConnectionKeeper.outputs(among: $0.connections) }
  }

  /// Disconnects the outputs from everything, and returns when the server shows it: it changes its
  /// graph at a moment of its own.
  func disconnectOutputs() async {
    await ask { client in
      for connection in ConnectionKeeper.outputs(among: client.connections) {
        client.disconnect(connection)
      }
    }
    let deadline = ContinuousClock.now + Self.limit
    while let present = await readOutputs(), !present.isEmpty {
      guard ContinuousClock.now < deadline, await periods.pass(1, within: Self.limit)
      else { return }
    }
  }
}
