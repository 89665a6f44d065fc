import MainThread

/// A client for as long as the server calls it: nothing is asked of one that may be closed already.
/// Main thread.
@MainActor
final class LiveClient {
  /// The number of periods until a connection that can be read also carries data: the server uses a
  /// new graph from a later period on.
  private static let carryingPeriods = 3

  /// How often that is tried for a report that nobody waits for.
  private static let mostTries = 10

  let client: JackClient

  /// Whether the server calls the client, and it is not about to be closed.
  private(set) var isActive = false

  /// The frames from the frame of a sound until it is heard, when the server was last asked: after
  /// each change of the graph, of the period and of a latency.
  var latency = 0

  private let periods: PeriodWait

  /// The connections that ``wait(for:_:)`` waits for.
  private var awaited: [Awaited] = []

  private struct Awaited {
    let made: Set<JackConnections.Connection>

    /// Connections that were granted once more meanwhile. They count if those above go before they
    /// carry.
    var later: [(made: [JackConnections.Connection], report: @MainActor () -> Void)] = []
  }

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

  /// Waits until connections that the server has granted carry what is sent; false if that takes longer than
  /// on a server that runs. A server makes them at a moment of its own, and whatever is sent before is lost.
  func carry(_ made: [JackConnections.Connection]) async -> Bool {
    guard !made.isEmpty else { return true }
    let deadline = ProgramClock.now + periods.limit(of: Self.carryingPeriods)
    while let present = await ask({ $0.connections }), !present.isSuperset(of: made) {
      guard ProgramClock.now < deadline, await periods.pass(1) else { return false }
    }
    return await periods.pass(Self.carryingPeriods)
  }

  /// Calls `report` once connections that the server has granted carry, which may take some seconds;
  /// never if they have gone by then, or do not come. Connections that are waited for already are not reported a
  /// second time: a connection that was granted and has not come is asked for once more.
  func wait(
    for made: [JackConnections.Connection], _ report: @escaping @MainActor () -> Void
  ) {
    if let index = awaited.firstIndex(where: { $0.made.isSuperset(of: made) }) {
      return awaited[index].later.append((made, report))
    }
    awaited.append(Awaited(made: Set(made)))
    Task { [weak self] in
      let isCarried = await self?.waitUntilCarried(made) == true
      guard let self else { return }
      let index = awaited.firstIndex { $0.made == Set(made) }
      invariant(index != nil, "what is waited for is known until it ends")
      let ended = index.map { awaited.remove(at: $0) }
      if isCarried { return report() }
      for grant in ended?.later ?? [] where isActive { wait(for: grant.made, grant.report) }
    }
  }

  /// Returns true once connections carry, and false if they have gone, or have not come in ten seconds in which the
  /// server ran.
  private func waitUntilCarried(_ made: [JackConnections.Connection]) async -> Bool {
    var haveCome = false
    var tries = 0
    while isActive, tries < Self.mostTries {
      if await carry(made) { return true }
      guard let present = await ask({ $0.connections }) else { break }
      if present.isSuperset(of: made) {
        haveCome = true
      } else if haveCome {
        break
      } else if await periods.pass(1) {
        tries += 1
      }
    }
    return false
  }

  /// The connections of the ports of a role, with those that the server has just granted; `nil` without a
  /// server. It shows a connection only when it uses the graph that has it, from a later period on.
  func readSettled(_ role: PortRole) async -> [JackConnections.Connection]? {
    _ = await periods.pass(Self.carryingPeriods)
    return await ask { $0.connections.of(role) }
  }

  /// The connections of the outputs; `nil` if the server does not answer in time.
  ///
  /// - Parameter granted: connections that the server has just granted. It may need a few periods to
  ///   show them.
  func readOutputs(
    after granted: [JackConnections.Connection]
  ) async -> [JackConnections.Connection]? {
    let client = client
    let deadline = ProgramClock.now + periods.limit(of: Self.carryingPeriods)
    while isActive {
      let answer = await JackRequests.perform(within: JackRequests.outputsLimit) {
        let outputs = client.connections.of(.outputs)
        return (outputs: outputs, latency: client.playbackLatency(of: outputs))
      }
      guard let (present, latency) = answer else { return nil }
      self.latency = latency
      let isSettled = granted.allSatisfy(present.contains) || ProgramClock.now >= deadline
      if isSettled { return present }
      try? await ProgramClock.sleep(for: .milliseconds(20))
    }
    return nil
  }

  /// All ports of others for a role, in the server's order; `nil` if it does not answer in time.
  func readPorts(for role: PortRole) async -> [ServerPort]? {
    guard isActive else { return nil }
    let client = client
    return await JackRequests.perform(within: JackRequests.outputsLimit) { client.ports(for: role) }
  }

  /// Waits until the process callback has run that often, unless the server does not run.
  func pass(periods count: Int) async { _ = await periods.pass(count) }

  /// Disconnects the ports of a role from everything, also from what was granted just before, and returns when
  /// the server shows it: it changes its graph at a moment of its own.
  func disconnect(_ role: PortRole) async {
    let deadline = ProgramClock.now + periods.limit(of: 2 * Self.carryingPeriods)
    while let present = await readSettled(role), !present.isEmpty {
      await ask { client in
        for connection in present { client.disconnect(connection) }
      }
      guard ProgramClock.now < deadline else { return }
    }
  }
}
