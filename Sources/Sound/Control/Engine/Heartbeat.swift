/// Tells a server that hangs from one that runs, by a count of the periods that is looked at now and
/// then.
///
/// It counts looks and not time: if the whole machine was asleep, or this process was stopped, no
/// look was missed.
struct Heartbeat: Hashable {
  /// The time between two looks.
  static let interval = Duration.milliseconds(500)

  /// So many looks in a row without a new period mean that the server hangs. The longest period,
  /// 8192 frames, is far shorter than an interval at every sample rate in use.
  static let patience = 3

  private var count: Int?
  private var unchanged = 0

  /// Takes note of the count; returns whether the server hangs. It is known between 1.5 and 2
  /// seconds after the last period, and that it runs again within half a second.
  mutating func observe(_ count: Int) -> Bool {
    unchanged = count == self.count ? unchanged + 1 : 0
    self.count = count
    return unchanged >= Self.patience
  }
}
