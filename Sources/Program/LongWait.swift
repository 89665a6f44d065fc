import MainThread

/// Tells that something takes long, unless it ends before. Main thread.
package final class LongWait {
  /// A longer wait is told.
  static let patience = Duration.milliseconds(300)

  private let clock: any Clock<Duration>
  private let onLongWait: () -> Void
  private var telling: Task<Void, Never>?

  /// - Parameter onLongWait: called once for each wait that is longer than ``patience``.
  package init(clock: any Clock<Duration> = ProgramClock(), onLongWait: @escaping () -> Void) {
    self.clock = clock
    self.onLongWait = onLongWait
  }

  /// A wait begins, in place of an earlier one.
  package func begin() {
    telling?.cancel()
    telling = Task { [weak self, clock] in
      guard (try? await clock.sleep(for: Self.patience)) != nil, !Task.isCancelled else { return }
      self?.onLongWait()
    }
  }

  /// The wait is over.
  package func end() {
    telling?.cancel()
    telling = nil
  }
}
