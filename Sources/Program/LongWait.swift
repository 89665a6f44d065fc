import MainThread

/// Reports a wait that lasts longer than 0.3 s. Main thread.
package final class LongWait {
  private static let delay = Duration.milliseconds(300)

  private let clock: any Clock<Duration>
  private let onLongWait: () -> Void
  private var notifying: Task<Void, Never>?

  /// - Parameter onLongWait: called once for each long wait.
  package init(clock: any Clock<Duration> = ProgramClock(), onLongWait: @escaping () -> Void) {
    self.clock = clock
    self.onLongWait = onLongWait
  }

  /// Begins a wait, in place of an earlier one.
  package func begin() {
    notifying?.cancel()
    notifying = Task { [weak self, clock] in
      guard (try? await clock.sleep(for: Self.delay)) != nil, !Task.isCancelled else { return }
      self?.onLongWait()
    }
  }

  package func end() {
    notifying?.cancel()
    notifying = nil
  }
}
