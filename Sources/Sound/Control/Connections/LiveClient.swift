import Foundation
import MainThread

/// A client as long as the server calls it; later it gets no requests. Main thread.
@MainActor
final class LiveClient {
  /// The number of periods until a connection that can be read also carries data: the server uses a
  /// new graph from a later period on.
  private static let carryingPeriods = 3

  /// The number of tries for a report about a connection.
  private static let mostTries = 10

  let client: JackClient

  /// True if the server calls the client, and it is not about to be closed.
  private(set) var isActive = false

  /// The playback latency in frames, when the server was last asked: after each change of the
  /// graph, of the period and of a latency.
  var latency = 0

  private let periods: PeriodWait

  /// The connections that ``wait(for:_:)`` waits for.
  private var awaited: [Awaited] = []

  private struct Awaited {
    let made: Set<JackConnections.Connection>

    /// The connections that were granted once more meanwhile, and count if `made` go before they
    /// carry.
    var later: [(made: [JackConnections.Connection], report: @MainActor () -> Void)] = []
  }

  init(_ client: JackClient) {
    self.client = client
    periods = PeriodWait(client: client)
  }

  /// Allows requests, as the server calls the client from now on.
  func start() { isActive = true }

  /// Ends all requests, as the client is about to be closed, or its server has gone.
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

  /// Waits until connections that the server has granted carry data; false if that takes longer
  /// than on a server that runs. A server makes them later, and data that is sent before is lost.
  func carry(_ made: [JackConnections.Connection]) async -> Bool {
    guard !made.isEmpty else { return true }
    let deadline = ProgramClock.now + periods.limit(of: Self.carryingPeriods)
    while let present = await ask({ $0.connections }), !present.isSuperset(of: made) {
      guard ProgramClock.now < deadline, await periods.pass(1) else { return false }
    }
    return await periods.pass(Self.carryingPeriods)
  }

  /// Calls `report` once connections that the server has granted carry data, which may take some
  /// seconds; never if they have gone by then, or do not come. Reports connections once, even if
  /// they are requested again because they have not come.
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

  /// Waits until connections carry data; false if they have gone, or have not come in ten seconds
  /// in which the server ran.
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

  /// The connections of the ports of a role, with those that the server has just granted, which it
  /// shows from a later period on; `nil` without a server.
  func readSettled(_ role: PortRole) async -> [JackConnections.Connection]? {
    _ = await periods.pass(Self.carryingPeriods)
    return await ask { $0.connections.of(role) }
  }

  /// The connections of the outputs; `nil` if the server does not answer in time.
  ///
  /// - Parameter granted: connections that the server has just granted, for which it may need a few
  ///   periods.
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

  /// The ports of others for a role, in the server's order; `nil` if it does not answer in time.
  func readPorts(for role: PortRole) async -> [ServerPort]? {
    guard isActive else { return nil }
    let client = client
    return await JackRequests.perform(within: JackRequests.outputsLimit) { client.ports(for: role) }
  }

  /// Waits until the process callback has run `count` times, unless the server does not run.
  func pass(periods count: Int) async { _ = await periods.pass(count) }

  /// Removes all connections of the ports of a role, also those granted just before, and returns
  /// when the server shows it, which is later.
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

/// Waits until the process callback of a client has run for a number of periods. Main thread.
///
/// The callback posts the wake-up at the awaited period, so nothing is polled.
@MainActor
private final class PeriodWait {
  private struct Waiter {
    let period: Int
    let continuation: CheckedContinuation<Bool, Never>
  }

  private let client: JackClient
  private var waiters: [Int: Waiter] = [:]
  private var lastWaiter = 0
  private var hasStopped = false

  init(client: JackClient) { self.client = client }

  /// The longest time that a server that runs takes for `count` periods: a second more than they
  /// last, as a period may be late.
  func limit(of count: Int) -> Duration {
    .seconds(1)
      + .seconds(Double((count + 1) * client.bufferSize) / Double(max(client.sampleRate, 1)))
  }

  /// Waits for `count` more periods; false if the server does not run, or at the end of the client.
  func pass(_ count: Int) async -> Bool {
    guard !hasStopped else { return false }
    let limit = limit(of: count)
    lastWaiter += 1
    let number = lastWaiter
    let period = client.signals.pointee.periods.load(ordering: .relaxed) + count
    let timeout = Task { [weak self] in
      guard (try? await ProgramClock.sleep(for: limit)) != nil else { return }
      self?.resume(number, false)
    }
    defer { timeout.cancel() }
    return await withCheckedContinuation { continuation in
      waiters[number] = Waiter(period: period, continuation: continuation)
      requestWakeUp()
    }
  }

  /// To be called after each wake-up.
  func handleWakeUp() {
    let period = client.signals.pointee.periods.load(ordering: .relaxed)
    for (number, waiter) in waiters where waiter.period <= period { resume(number, true) }
    invariant(waiters.isEmpty || !hasStopped, "nobody waits for a client that has stopped")
    requestWakeUp()
  }

  /// Ends all waits.
  func stop() {
    hasStopped = true
    for number in waiters.keys { resume(number, false) }
  }

  private func requestWakeUp() {
    guard let next = waiters.values.map(\.period).min() else { return }
    client.signals.pointee.awaitedPeriod.store(next, ordering: .relaxed)
  }

  private func resume(_ number: Int, _ hasPassed: Bool) {
    waiters.removeValue(forKey: number)?.continuation.resume(returning: hasPassed)
  }
}
