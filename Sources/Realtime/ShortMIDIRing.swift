import Synchronization

/// MIDI messages from the main thread (the producer) to the process callback (the consumer), which sends
/// them: a single-producer single-consumer ring without locks. What finds no room is dropped and counted.
public struct ShortMIDIRing: ~Copyable, @unchecked Sendable {
  // The invariant behind `@unchecked Sendable`: only the producer writes `tail` and the slots from
  // `tail` to `head + capacity`, only the consumer writes `head`; a slot passes to the other side
  // when one side releases an index and the other acquires it.
  private let head = Atomic<Int>(0)
  private let tail = Atomic<Int>(0)
  private let dropped = Atomic<Int>(0)
  private let slots: UnsafeMutablePointer<ShortMIDIMessage>
  private let capacity: Int

  /// - Precondition: `capacity` is a power of two.
  public init(capacity: Int = 256) {
    precondition(capacity > 0 && capacity & (capacity - 1) == 0, "a ring holds a power of two")
    self.capacity = capacity
    slots = .allocate(capacity: capacity)
    // This touches every page, so that the consumer causes no page fault.
    slots.initialize(repeating: .note(0, velocity: 0, channel: 0), count: capacity)
  }

  deinit { slots.deallocate() }

  /// How many messages were dropped so far, on either side. Any thread.
  public var droppedCount: Int { dropped.load(ordering: .relaxed) }

  // MARK: Producer

  /// Appends a message; drops it and returns false if the ring is full.
  public borrowing func push(_ message: ShortMIDIMessage) -> Bool {
    let position = tail.load(ordering: .relaxed)
    guard position &- head.load(ordering: .acquiring) < capacity else {
      dropped.add(1, ordering: .relaxed)
      return false
    }
    slots[position & (capacity &- 1)] = message
    tail.store(position &+ 1, ordering: .releasing)
    return true
  }

  /// Whether the consumer has removed everything.
  public var isEmpty: Bool {
    tail.load(ordering: .relaxed) == head.load(ordering: .acquiring)
  }

  // MARK: Consumer

  /// Removes and returns the oldest message; `nil` if there is none.
  @_noLocks @_noAllocation
  public borrowing func pop() -> ShortMIDIMessage? {
    let position = head.load(ordering: .relaxed)
    guard position != tail.load(ordering: .acquiring) else { return nil }
    let message = slots[position & (capacity &- 1)]
    head.store(position &+ 1, ordering: .releasing)
    return message
  }

  /// A message that was removed could not be sent.
  @_noLocks @_noAllocation
  public borrowing func countDropped() { dropped.add(1, ordering: .relaxed) }
}
