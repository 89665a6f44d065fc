import MainThread

/// Reports that something takes long, unless it ends before that. Main thread.
package final class LongWait {
  /// How long a wait may last without being reported.
  static let delay = Duration.milliseconds(300)

  private let clock: any Clock<Duration>
  private let onLongWait: () -> Void
  private var notifying: Task<Void, Never>?

  /// - Parameter onLongWait: called once for each wait that is longer than ``delay``.
  package init(clock: any Clock<Duration> = ProgramClock(), onLongWait: @escaping () -> Void) {
    self.clock = clock
    self.onLongWait = onLongWait
  }

  /// A wait begins, in place of an earlier one.
  package func begin() {
    notifying?.cancel()
    notifying = Task { [weak self, clock] in
      guard (try? await clock.sleep(for: Self.delay)) != nil, !Task.isCancelled else { return }
      self?.onLongWait()
    }
  }

  /// The wait is over.
  package func end() {
    notifying?.cancel()
    notifying = nil
  }
}
