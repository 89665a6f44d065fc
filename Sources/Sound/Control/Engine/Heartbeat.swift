import MainThread
import Training

/// Tells a server that hangs from one that runs, by a count of the periods that is looked at now and
/// then.
///
/// It counts looks and not time: if the whole machine was asleep, or this process was stopped, no
/// look was missed.
struct Heartbeat: Hashable {
  /// The time between two looks.
  static let interval = Duration.milliseconds(500)

  /// After this many looks in a row without a new period, the server counts as hanging. The longest
  /// period, 8192 frames, is far shorter than an interval at every sample rate in use.
  static let allowedLooks = 3

  private var count: Int?
  private var unchanged = 0

  /// Takes note of the count; returns whether the server hangs. It is known between 1.5 and 2
  /// seconds after the last period, and that it runs again within half a second.
  mutating func observe(_ count: Int) -> Bool {
    unchanged = count == self.count ? unchanged + 1 : 0
    self.count = count
    return unchanged >= Self.allowedLooks
  }
}

/// Looks now and then whether the process callback runs. Nothing else tells it of a server that hangs:
/// its notifications hang with it. Main thread.
@MainActor
final class HeartbeatWatch {
  /// Whether the server does not run the process callback.
  private(set) var hasStopped = false

  private let timer = MainTimer()

  /// Looks from now on.
  ///
  /// - Parameters:
  ///   - periods: how often the callback has run; `nil` ends the looking.
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

  /// Looks no more.
  func end() { timer.stop() }
}
