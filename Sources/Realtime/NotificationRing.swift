/// What a JACK server reports about ports and connections, by the numbers of the ports.
public enum PortNotification: BitwiseCopyable, Hashable, Sendable {
  case appeared(UInt32)
  case gone(UInt32)
  case connected(UInt32, UInt32)
  case disconnected(UInt32, UInt32)
  case renamed(UInt32)
}

/// Notifications from the thread on which JACK reports (the producer), the process thread of jackd 1 among them, to the
/// others (the consumer, one at a time). What finds no room is dropped and counted.
public struct NotificationRing: ~Copyable, @unchecked Sendable {
  private let index: RingIndex
  private let slots: UnsafeMutablePointer<PortNotification>

  /// - Precondition: `capacity` is a power of two.
  public init(capacity: Int = 4096) {
    index = RingIndex(capacity: capacity)
    slots = index.makeSlots(of: .appeared(0))
  }

  deinit { slots.deallocate() }

  /// How many notifications fit.
  public var capacity: Int { index.capacity }

  /// How many notifications were dropped so far. Any thread.
  public var droppedCount: Int { index.droppedCount }

  /// Appends a notification, or drops it if the ring is full. Producer.
  @_noLocks @_noAllocation
  public borrowing func push(_ notification: PortNotification) {
    guard let slot = index.claim() else { return index.countDropped() }
    slots[slot] = notification
    index.publish()
  }

  /// Removes and returns the oldest notification; `nil` if there is none. Consumer.
  public borrowing func pop() -> PortNotification? {
    guard let slot = index.take() else { return nil }
    defer { index.release() }
    return slots[slot]
  }
}
