import Synchronization

/// MIDI events from a listener's process callback (the producer) to the main thread (the consumer): a
/// single-producer single-consumer ring without locks. What finds it full is dropped, and counted.
struct RawMIDIRing: ~Copyable, @unchecked Sendable {
  // The invariant behind `@unchecked Sendable`: only the producer writes `tail` and the slots from
  // `tail` to `head + capacity`, only the consumer writes `head`; a slot changes hands with the
  // release of one index and its acquisition on the other side.
  private let head = Atomic<Int>(0)
  private let tail = Atomic<Int>(0)
  private let dropped = Atomic<Int>(0)
  private let slots: UnsafeMutablePointer<RawMIDIMessage>
  private let capacity: Int

  /// - Precondition: `capacity` is a power of two.
  init(capacity: Int = 4096) {
    precondition(capacity > 0 && capacity & (capacity - 1) == 0, "a ring holds a power of two")
    self.capacity = capacity
    slots = .allocate(capacity: capacity)
  }

  deinit { slots.deallocate() }

  /// How many events found no room so far. Any thread.
  var droppedCount: Int { dropped.load(ordering: .relaxed) }

  // MARK: Producer

  @_noLocks @_noAllocation
  borrowing func push(_ message: RawMIDIMessage) {
    let position = tail.load(ordering: .relaxed)
    guard position &- head.load(ordering: .acquiring) < capacity else {
      dropped.add(1, ordering: .relaxed)
      return
    }
    slots[position & (capacity &- 1)] = message
    tail.store(position &+ 1, ordering: .releasing)
  }

  // MARK: Consumer

  /// Takes the oldest event, `nil` where there is none.
  borrowing func pop() -> RawMIDIMessage? {
    let position = head.load(ordering: .relaxed)
    guard position != tail.load(ordering: .acquiring) else { return nil }
    let message = slots[position & (capacity &- 1)]
    head.store(position &+ 1, ordering: .releasing)
    return message
  }
}
