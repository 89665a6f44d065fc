import Foundation
import MainThread
import Program

/// Opens the client for a screen that needs no sound to begin with: in the background, and again until there is a
/// server. Main thread.
package final class ClientLaunch {
  /// Called when ``isServerMissing`` may have changed.
  package var onChange: (() -> Void)?

  /// Called with the reason if the client cannot be opened although there is a server.
  package var onFault: ((Fault) -> Void)?

  /// Whether the last attempt found no server.
  package private(set) var isServerMissing = false

  private let link: any ClientLink
  private let clock: any Clock<Duration>

  /// The attempt that is under way.
  private var attempt: Task<Fault?, Never>?

  /// Goes on with attempts.
  private var attempts: Task<Void, Never>?

  package init(_ link: any ClientLink, clock: any Clock<Duration> = ProgramClock()) {
    self.link = link
    self.clock = clock
  }

  /// Opens the client, and tries again as long as no server answers. Any other reason is told once. Does nothing
  /// if there is a client.
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

  /// Ends the attempts; returns when none is under way.
  package func end() async {
    attempts?.cancel()
    attempts = nil
    _ = await attempt?.value
  }

  /// Why the client could not be opened; `nil` if it is open now, or if somebody else opens it.
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
