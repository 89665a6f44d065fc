/// Commands from the main thread (the producer) to the process callback (the consumer).
///
/// `@unchecked Sendable` because of the slots, like all rings: see ``RingIndex``.
public struct CommandRing: ~Copyable, @unchecked Sendable {
  private let index: RingIndex
  private let slots: UnsafeMutablePointer<Command>

  /// - Precondition: `capacity` is a power of two.
  public init(capacity: Int) {
    index = RingIndex(capacity: capacity)
    slots = index.makeSlots(of: Command(.stopAll))
  }

  deinit { slots.deallocate() }

  /// Appends a command; returns false if the ring is full. Producer.
  @_noLocks @_noAllocation
  public borrowing func push(_ command: Command) -> Bool {
    guard let slot = index.claim() else { return false }
    slots[slot] = command
    index.publish()
    return true
  }

  /// Removes and returns the oldest command; `nil` if there is none. Consumer.
  @_noLocks @_noAllocation
  public borrowing func pop() -> Command? {
    guard let slot = index.take() else { return nil }
    defer { index.release() }
    return slots[slot]
  }
}

/// Events from the process callback (the producer) to the main thread (the consumer).
public struct EventRing: ~Copyable, @unchecked Sendable {
  private let index: RingIndex
  private let slots: UnsafeMutablePointer<Event>

  /// - Precondition: `capacity` is a power of two.
  public init(capacity: Int) {
    index = RingIndex(capacity: capacity)
    slots = index.makeSlots(of: Event(.ended(NoteID(0)), at: FrameTime(0)))
  }

  deinit { slots.deallocate() }

  /// Appends an event; returns false if the ring is full. Producer.
  ///
  /// - Parameter isEssential: whether the event may use the last quarter of the ring. An event that a later one
  ///   replaces, such as a slider's movement, may not, so that MIDI can never displace a note's end.
  @_noLocks @_noAllocation
  public borrowing func push(_ event: Event, isEssential: Bool) -> Bool {
    guard let slot = index.claim(reserve: isEssential ? 0 : index.capacity / 4) else {
      return false
    }
    slots[slot] = event
    index.publish()
    return true
  }

  /// Removes and returns the oldest event; `nil` if there is none. Consumer.
  @_noLocks @_noAllocation
  public borrowing func pop() -> Event? {
    guard let slot = index.take() else { return nil }
    defer { index.release() }
    return slots[slot]
  }
}
