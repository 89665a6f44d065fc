import Foundation
import MainThread
import Program

/// Opens the client in the background for a screen that needs no sound at first, and tries again
/// until there is a server. Main thread.
package final class ClientLaunch {
  /// Called when ``isServerMissing`` may have changed.
  package var onChange: (() -> Void)?

  /// Called with the reason if the client cannot be opened although there is a server.
  package var onFault: ((Fault) -> Void)?

  /// True if the last attempt found no server.
  package private(set) var isServerMissing = false

  private let link: any ClientLink
  private let clock: any Clock<Duration>

  private var attempt: Task<Fault?, Never>?
  private var attempts: Task<Void, Never>?

  package init(_ link: any ClientLink, clock: any Clock<Duration> = ProgramClock()) {
    self.link = link
    self.clock = clock
  }

  /// Opens the client, and tries again as long as no server answers. Calls ``onFault`` with any
  /// other fault. Does nothing if there is a client.
  package func begin() {
    guard attempts == nil, link.isClosed else { return }
    attempts = Task { [weak self, clock] in
      var schedule = ReconnectionSchedule()
      var fault = await self?.open()
      while fault?.status == .unavailable {
        guard (try? await clock.sleep(for: schedule.next())) != nil else { return }
        fault = await self?.open()
      }
      guard !Task.isCancelled, let self else { return }
      attempts = nil
      if let fault { onFault?(fault) }
    }
  }

  /// Ends the attempts, and waits for the end of the one in progress.
  package func end() async {
    attempts?.cancel()
    attempts = nil
    _ = await attempt?.value
  }

  /// Opens the client.
  ///
  /// - Returns: why it could not be opened; `nil` if it is open, or if a training opens it.
  private func open() async -> Fault? {
    if let attempt { return await attempt.value }
    guard link.player == nil, !Task.isCancelled else { return nil }
    let attempt = Task<Fault?, Never> { [link] in
      do throws(Fault) {
        try await link.launch()
        return nil
      } catch {
        return error
      }
    }
    self.attempt = attempt
    let fault = await attempt.value
    invariant(self.attempt == attempt, "one attempt is made at a time")
    self.attempt = nil
    isServerMissing = fault?.status == .unavailable
    onChange?()
    return fault
  }
}
