import MainThread
import Music

/// What a training knows from its start to its stop, and forgets then.
public nonisolated struct TrialRun: Hashable, Sendable {
  /// What the session asks for, each once, in the order of the settings; never empty.
  public let intervals: [DirectedInterval]

  public let tuningSystem: TuningSystem

  /// What was answered last.
  private(set) var last: CompletedTrial?

  private var lastAtInterval: [DirectedInterval: CompletedTrial] = [:]

  /// - Parameter intervals: what is there twice counts once.
  /// - Precondition: `intervals` is not empty.
  public init(intervals: [DirectedInterval], tuningSystem: TuningSystem) {
    precondition(!intervals.isEmpty, "a training has at least one interval")
    var seen: Set<DirectedInterval> = []
    self.intervals = intervals.filter { seen.insert($0).inserted }
    self.tuningSystem = tuningSystem
  }

  /// What was answered last at that interval: each has a staircase of its own.
  func last(at interval: DirectedInterval) -> CompletedTrial? { lastAtInterval[interval] }

  mutating func record(_ completed: CompletedTrial) {
    invariant(
      intervals.contains(completed.challenge.interval), "an answer is to an interval of its run")
    last = completed
    lastAtInterval[completed.challenge.interval] = completed
  }
}
