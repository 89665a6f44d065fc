import Realtime
import Synchronization

/// What both threads share: the rings and the counters. It never changes but through their own atomics,
/// so both may look at it at any time.
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

/// What the process callback has to tell: events on their way to the main thread, and whether it is to
/// be woken for them.
struct Outbox: BitwiseCopyable {
  private let messages: UnsafeMutablePointer<ProcessMessages>
  private var hasNews = false

  /// - Parameter messages: outlives this.
  init(messages: UnsafeMutablePointer<ProcessMessages>) { self.messages = messages }

  /// Tells what must be known. There is always room: `Control/` admits fewer notes and banks at once
  /// than the ring holds.
  @_noLocks @_noAllocation
  mutating func tell(_ kind: Event.Kind, at time: FrameTime) {
    if !messages.pointee.events.push(Event(kind, at: time), isEssential: true) {
      messages.pointee.counters.countLostEvent()
    }
    hasNews = true
  }

  /// Tells what a later event makes up for; false where the main thread is too far behind.
  @_noLocks @_noAllocation
  mutating func mention(_ kind: Event.Kind, at time: FrameTime) -> Bool {
    let isTold = messages.pointee.events.push(Event(kind, at: time), isEssential: false)
    hasNews = true
    return isTold
  }

  /// Whether there is something that the main thread has not been woken for.
  @_noLocks @_noAllocation
  mutating func takeWakeUp() -> Bool {
    let news = hasNews
    hasNews = false
    return news
  }
}
