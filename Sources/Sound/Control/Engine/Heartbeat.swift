import MainThread
import Training

/// Recognizes a server that hangs by a count of the periods that is read regularly.
///
/// It counts reads and not time: if the whole machine was asleep, or this process was stopped, no
/// read was missed.
struct Heartbeat: Hashable {
  /// The time between two reads.
  static let interval = Duration.milliseconds(500)

  /// The number of reads in a row without a new period after which the server counts as hanging.
  /// The longest period, 8192 frames, is far shorter than an interval at every sample rate in use.
  static let allowedLooks = 3

  private var count: Int?
  private var unchanged = 0

  /// Records the count; returns true if the server hangs. That is known between 1.5 and 2 seconds
  /// after the last period, and that it runs again within half a second.
  mutating func observe(_ count: Int) -> Bool {
    unchanged = count == self.count ? unchanged + 1 : 0
    self.count = count
    return unchanged >= Self.allowedLooks
  }
}

/// Checks regularly that the process callback runs: a server that hangs sends no notification. Main
/// thread.
@MainActor
final class HeartbeatWatch {
  /// True if the server does not run the process callback.
  private(set) var hasStopped = false

  private let timer = MainTimer()

  /// Begins the checks.
  ///
  /// - Parameters:
  ///   - periods: the number of runs of the callback; `nil` ends the checks.
  ///   - onChange: called when the server hangs, and when it runs again.
  func begin(
    _ periods: @escaping @MainActor () -> Int?, onChange: @escaping @MainActor (Bool) -> Void
  ) {
    look(Heartbeat(), periods, onChange)
  }

  private func look(
    _ beat: Heartbeat, _ periods: @escaping @MainActor () -> Int?,
    _ onChange: @escaping @MainActor (Bool) -> Void
  ) {
    timer.start(after: Heartbeat.interval) { [weak self] in
      guard let self, let count = periods() else { return }
      var beat = beat
      let hasStopped = beat.observe(count)
      look(beat, periods, onChange)
      guard hasStopped != self.hasStopped else { return }
      self.hasStopped = hasStopped
      onChange(hasStopped)
    }
  }

  func end() { timer.stop() }
}
