import Realtime

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
