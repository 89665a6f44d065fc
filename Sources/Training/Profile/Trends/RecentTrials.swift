/// The last trials of a training, in order of time. What is older is forgotten, so that its size does
/// not grow with the history.
nonisolated struct RecentTrials<Trial> {
  /// A month or so of daily training: long enough to see a slow change, short enough to be about the
  /// hearing that one has now.
  static var capacity: Int { 4000 }

  private var trials: [Trial] = []

  /// Where the oldest trial stands once the room is full.
  private var oldest = 0

  var count: Int { trials.count }

  /// Adds a trial. O(1).
  mutating func add(_ trial: Trial) {
    guard trials.count == Self.capacity else { return trials.append(trial) }
    trials[oldest] = trial
    oldest = (oldest + 1) % Self.capacity
  }

  /// From the oldest to the newest.
  var inOrder: [Trial] { Array(trials[oldest...] + trials[..<oldest]) }

  /// The time of a trial in thousands of trials, counted from the middle of these.
  func time(of index: Int) -> Double { (Double(index) - Double(count - 1) / 2) / 1000 }
}

nonisolated extension RecentTrials: Equatable where Trial: Equatable {}
nonisolated extension RecentTrials: Sendable where Trial: Sendable {}
