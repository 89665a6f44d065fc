import Foundation
import MainThread

/// Waits until the process callback of a client has run for a number of periods. Main thread.
///
/// The callback posts the wake-up at the awaited period, so nothing is polled.
@MainActor
final class PeriodWait {
  private struct Waiter {
    let period: Int
    let continuation: CheckedContinuation<Bool, Never>
  }

  private let client: JackClient
  private var waiters: [Int: Waiter] = [:]
  private var lastWaiter = 0
  private var hasStopped = false

  init(client: JackClient) { self.client = client }

  /// How long a server that runs takes for `count` periods at most: a second more than they last, as a
  /// period may last longer than that.
  func limit(of count: Int) -> Duration {
    .seconds(1)
      + .seconds(Double((count + 1) * client.bufferSize) / Double(max(client.sampleRate, 1)))
  }

  /// Returns after `count` more periods, or when the server does not run, or at the end of the client;
  /// whether the periods have passed.
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

  /// The client is about to be closed, or its server has gone.
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
