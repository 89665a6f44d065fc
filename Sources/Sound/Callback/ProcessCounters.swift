import Synchronization

/// What the process thread counts and any thread may read.
struct ProcessCounters: ~Copyable, Sendable {
  private let late = Atomic<Int>(0)
  private let lost = Atomic<Int>(0)
  private let crowdedPeriods = Atomic<Int>(0)

  /// Scheduled commands whose frame had passed when they were taken.
  var lateCommands: Int { late.load(ordering: .relaxed) }

  /// Events that found the ring full. Any is a fault of ours.
  var lostEvents: Int { lost.load(ordering: .relaxed) }

  /// Periods with more MIDI than anybody's hand sends, of which the rest was dropped.
  var periodsWithLostMIDI: Int { crowdedPeriods.load(ordering: .relaxed) }

  @_noLocks @_noAllocation
  borrowing func countPeriodWithLostMIDI() { crowdedPeriods.add(1, ordering: .relaxed) }

  @_noLocks @_noAllocation
  borrowing func countLateCommand() { late.add(1, ordering: .relaxed) }

  @_noLocks @_noAllocation
  borrowing func countLostEvent() { lost.add(1, ordering: .relaxed) }
}
