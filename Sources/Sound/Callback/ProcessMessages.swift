import Realtime
import Synchronization

/// The rings and the counters that both threads share. It changes only through their atomics, so
/// both threads may access it at any time.
struct ProcessMessages: ~Copyable, Sendable {
  /// Main thread to process thread.
  let commands: CommandRing

  /// Process thread to main thread.
  let events: EventRing
  let counters = ProcessCounters()

  init(commandCapacity: Int = 256, eventCapacity: Int = 1024) {
    commands = CommandRing(capacity: commandCapacity)
    events = EventRing(capacity: eventCapacity)
  }
}

/// Counts of the process thread, which any thread may read.
struct ProcessCounters: ~Copyable, Sendable {
  private let lost = Atomic<Int>(0)
  private let crowdedPeriods = Atomic<Int>(0)
  private let calls = Atomic<Int>(0)

  /// The number of events that were dropped because the ring was full. Any is a defect.
  var lostEvents: Int { lost.load(ordering: .relaxed) }

  /// The number of periods in which MIDI was dropped, as there was more than any player sends.
  var periodsWithLostMIDI: Int { crowdedPeriods.load(ordering: .relaxed) }

  /// The number of runs of the callback, which shows that the server does not hang.
  var callCount: Int { calls.load(ordering: .relaxed) }

  @_noLocks @_noAllocation
  borrowing func countCall() { calls.add(1, ordering: .relaxed) }

  @_noLocks @_noAllocation
  borrowing func countPeriodWithLostMIDI() { crowdedPeriods.add(1, ordering: .relaxed) }

  @_noLocks @_noAllocation
  borrowing func countLostEvent() { lost.add(1, ordering: .relaxed) }
}

/// Sends events from the process callback to the main thread, and decides when to wake it.
struct Outbox: BitwiseCopyable {
  private let messages: UnsafeMutablePointer<ProcessMessages>
  private var needsWakeUp = false

  /// - Parameter messages: outlives the outbox.
  init(messages: UnsafeMutablePointer<ProcessMessages>) { self.messages = messages }

  /// Sends an event that must arrive. There is always room, as `Control/` limits the notes and
  /// banks.
  @_noLocks @_noAllocation
  mutating func send(_ kind: Event.Kind, at time: FrameTime) {
    if !messages.pointee.events.push(Event(kind, at: time), isEssential: true) {
      messages.pointee.counters.countLostEvent()
    }
    needsWakeUp = true
  }

  /// Sends an event that may be lost; returns false if the main thread is too far behind.
  @_noLocks @_noAllocation
  mutating func sendIfRoom(_ kind: Event.Kind, at time: FrameTime) -> Bool {
    let isSent = messages.pointee.events.push(Event(kind, at: time), isEssential: false)
    needsWakeUp = true
    return isSent
  }

  /// Wakes the main thread after this period.
  @_noLocks @_noAllocation
  mutating func requestWakeUp() { needsWakeUp = true }

  /// Returns true if the main thread has to be woken; then false until there is another reason.
  @_noLocks @_noAllocation
  mutating func consumeWakeUp() -> Bool {
    let isNeeded = needsWakeUp
    needsWakeUp = false
    return isNeeded
  }
}
