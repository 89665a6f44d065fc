import Synchronization

/// The indices of a ring without locks for one producer and one consumer, who each call their own half. Rings keep the
/// slots.
///
/// Only the producer writes `tail` and the slots from `tail` to `head + capacity`, only the consumer writes `head`; a slot
/// passes to the other side when one side releases an index and the other acquires it. So a ring whose slots are used as
/// these indices say is `Sendable`.
struct RingIndex: ~Copyable, Sendable {
  // A cache line apart, so that neither side slows the other down.
  private let head = Atomic<Int>(0)
  private let padding = (0, 0, 0, 0, 0, 0, 0, 0)
  private let tail = Atomic<Int>(0)
  private let dropped = Atomic<Int>(0)

  /// How many messages fit.
  let capacity: Int

  /// - Precondition: `capacity` is a power of two.
  init(capacity: Int) {
    precondition(capacity > 0 && capacity & (capacity - 1) == 0, "a ring holds a power of two")
    self.capacity = capacity
  }

  /// Slots of which each page is in memory, so that neither side causes a page fault. The ring deallocates them.
  func makeSlots<Message: BitwiseCopyable>(of message: Message) -> UnsafeMutablePointer<Message> {
    let slots = UnsafeMutablePointer<Message>.allocate(capacity: capacity)
    slots.initialize(repeating: message, count: capacity)
    return slots
  }

  /// How many messages found no room so far. Any thread.
  var droppedCount: Int { dropped.load(ordering: .relaxed) }

  @_noLocks @_noAllocation
  borrowing func countDropped() { dropped.add(1, ordering: .relaxed) }

  // MARK: Producer

  /// The slot for the next message; `nil` if no more than `reserve` are free.
  @_noLocks @_noAllocation
  borrowing func claim(reserve: Int = 0) -> Int? {
    let position = tail.load(ordering: .relaxed)
    let free = capacity &- (position &- head.load(ordering: .acquiring))
    return free > reserve ? position & (capacity &- 1) : nil
  }

  /// The claimed slot holds a message.
  @_noLocks @_noAllocation
  borrowing func publish() { tail.store(tail.load(ordering: .relaxed) &+ 1, ordering: .releasing) }

  /// Whether the consumer has removed everything.
  var isEmpty: Bool { tail.load(ordering: .relaxed) == head.load(ordering: .acquiring) }

  // MARK: Consumer

  /// The slot of the oldest message; `nil` if there is none.
  @_noLocks @_noAllocation
  borrowing func take() -> Int? {
    let position = head.load(ordering: .relaxed)
    return position == tail.load(ordering: .acquiring) ? nil : position & (capacity &- 1)
  }

  /// The message that was taken is read.
  @_noLocks @_noAllocation
  borrowing func release() { head.store(head.load(ordering: .relaxed) &+ 1, ordering: .releasing) }
}
