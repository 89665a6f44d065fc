import Music

/// The intervals that a training draws from, each once.
nonisolated struct IntervalRotation: Hashable {
  /// In the order of the settings.
  let intervals: [DirectedInterval]

  /// - Precondition: `intervals` is not empty.
  init(_ intervals: [DirectedInterval]) {
    precondition(!intervals.isEmpty, "a training has at least one interval")
    var seen: Set<DirectedInterval> = []
    self.intervals = intervals.filter { seen.insert($0).inserted }
  }

  /// Whether anything but the prime is asked for.
  var isIntervalMode: Bool { intervals.contains { $0 != .prime } }

  /// One of them, each equally likely.
  func draw(using random: inout RandomSource) -> DirectedInterval {
    intervals[Int.random(in: intervals.indices, using: &random)]
  }
}
