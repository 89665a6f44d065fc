import Synchronization

/// What a JACK server reports about ports and connections, by the numbers of the ports.
public enum PortNotification: BitwiseCopyable, Hashable, Sendable {
  case appeared(UInt32)
  case gone(UInt32)
  case connected(UInt32, UInt32)
  case disconnected(UInt32, UInt32)
  case renamed(UInt32)
}

/// Notifications from the thread on which JACK reports (the producer) to the others (the consumer,
/// one at a time): a single-producer single-consumer ring without locks, because jackd 1 reports on
/// its process thread. If it is full, it drops and counts notifications.
public struct NotificationRing: ~Copyable, @unchecked Sendable {
  // The invariant behind `@unchecked Sendable` is that of ``RawMIDIRing``.
  private let head = Atomic<Int>(0)
  private let tail = Atomic<Int>(0)
  private let dropped = Atomic<Int>(0)
  private let slots: UnsafeMutablePointer<PortNotification>

  /// How many notifications fit.
  public let capacity: Int

  /// - Precondition: `capacity` is a power of two.
  public init(capacity: Int = 4096) {
    precondition(capacity > 0 && capacity & (capacity - 1) == 0, "a ring holds a power of two")
    self.capacity = capacity
    slots = .allocate(capacity: capacity)
    // This touches every page, so that the producer causes no page fault.
    slots.initialize(repeating: .appeared(0), count: capacity)
  }

  deinit { slots.deallocate() }

  /// How many notifications were dropped so far. Any thread.
  public var droppedCount: Int { dropped.load(ordering: .relaxed) }

  // MARK: Producer

  /// Appends a notification, or drops it if the ring is full.
  @_noLocks @_noAllocation
  public borrowing func push(_ notification: PortNotification) {
    let position = tail.load(ordering: .relaxed)
    guard position &- head.load(ordering: .acquiring) < capacity else {
      dropped.add(1, ordering: .relaxed)
      return
    }
    slots[position & (capacity &- 1)] = notification
    tail.store(position &+ 1, ordering: .releasing)
  }

  // MARK: Consumer

  /// Removes and returns the oldest notification; `nil` if there is none.
  public borrowing func pop() -> PortNotification? {
    let position = head.load(ordering: .relaxed)
    guard position != tail.load(ordering: .acquiring) else { return nil }
    let notification = slots[position & (capacity &- 1)]
    head.store(position &+ 1, ordering: .releasing)
    return notification
  }
}
