import Synchronization

/// The indices of a ring without locks for one producer and one consumer, which each call their own
/// half. Rings keep the slots.
///
/// Only the producer writes `tail` and the slots from `tail` to `head + capacity`, only the
/// consumer writes `head`; a slot passes to the other side when one side releases an index and the
/// other acquires it. So a ring is `Sendable` if it uses its slots according to these indices.
struct RingIndex: ~Copyable, Sendable {
  // A cache line apart, so that neither side slows the other down.
  private let head = Atomic<Int>(0)
  private let padding = (0, 0, 0, 0, 0, 0, 0, 0)
  private let tail = Atomic<Int>(0)
  private let dropped = Atomic<Int>(0)

  let capacity: Int

  /// - Precondition: `capacity` is a power of two.
  init(capacity: Int) {
    precondition(capacity > 0 && capacity & (capacity - 1) == 0, "a ring holds a power of two")
    self.capacity = capacity
  }

  /// Allocates slots and touches each page, so that neither side causes a page fault. The ring
  /// deallocates them.
  func makeSlots<Message: BitwiseCopyable>(of message: Message) -> UnsafeMutablePointer<Message> {
    let slots = UnsafeMutablePointer<Message>.allocate(capacity: capacity)
    slots.initialize(repeating: message, count: capacity)
    return slots
  }

  /// The number of messages that found no room so far. Any thread.
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

  /// Lets the consumer take the claimed slot.
  @_noLocks @_noAllocation
  borrowing func publish() { tail.store(tail.load(ordering: .relaxed) &+ 1, ordering: .releasing) }

  /// True if the consumer has removed everything.
  var isEmpty: Bool { tail.load(ordering: .relaxed) == head.load(ordering: .acquiring) }

  // MARK: Consumer

  /// The slot of the oldest message; `nil` if there is none.
  @_noLocks @_noAllocation
  borrowing func take() -> Int? {
    let position = head.load(ordering: .relaxed)
    return position == tail.load(ordering: .acquiring) ? nil : position & (capacity &- 1)
  }

  /// Lets the producer claim the slot that was taken.
  @_noLocks @_noAllocation
  borrowing func release() { head.store(head.load(ordering: .relaxed) &+ 1, ordering: .releasing) }
}

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
  /// - Parameter isEssential: true if the event may use the last quarter of the ring. An event that
  ///   a later one replaces, such as a slider's movement, may not, so that MIDI can never displace
  ///   a note's end.
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

/// A report of a JACK server about ports and connections, with the numbers of the ports.
public enum PortNotification: BitwiseCopyable, Hashable, Sendable {
  case appeared(UInt32)
  case gone(UInt32)
  case connected(UInt32, UInt32)
  case disconnected(UInt32, UInt32)
  case renamed(UInt32)
}

/// Notifications from the thread on which JACK reports (the producer), which may be the process
/// thread with jackd 1, to other threads (the consumer, one at a time). If there is no room, they
/// are dropped and counted.
public struct NotificationRing: ~Copyable, @unchecked Sendable {
  private let index: RingIndex
  private let slots: UnsafeMutablePointer<PortNotification>

  /// - Precondition: `capacity` is a power of two.
  public init(capacity: Int = 4096) {
    index = RingIndex(capacity: capacity)
    slots = index.makeSlots(of: .appeared(0))
  }

  deinit { slots.deallocate() }

  public var capacity: Int { index.capacity }

  /// The number of dropped notifications. Any thread.
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

/// MIDI messages from the main thread (the producer) to the process callback (the consumer), which
/// sends them. If there is no room, they are dropped and counted.
public struct ShortMIDIRing: ~Copyable, @unchecked Sendable {
  private let index: RingIndex
  private let slots: UnsafeMutablePointer<ShortMIDIMessage>

  /// - Precondition: `capacity` is a power of two.
  public init(capacity: Int = 256) {
    index = RingIndex(capacity: capacity)
    slots = index.makeSlots(of: .note(0, velocity: 0, channel: 0))
  }

  deinit { slots.deallocate() }

  /// The number of messages that either side has dropped. Any thread.
  public var droppedCount: Int { index.droppedCount }

  /// Appends a message; drops it and returns false if the ring is full. Producer.
  public borrowing func push(_ message: ShortMIDIMessage) -> Bool {
    guard let slot = index.claim() else {
      index.countDropped()
      return false
    }
    slots[slot] = message
    index.publish()
    return true
  }

  /// True if the consumer has removed everything. Producer.
  public var isEmpty: Bool { index.isEmpty }

  /// Removes and returns the oldest message; `nil` if there is none. Consumer.
  @_noLocks @_noAllocation
  public borrowing func pop() -> ShortMIDIMessage? {
    guard let slot = index.take() else { return nil }
    defer { index.release() }
    return slots[slot]
  }

  /// Counts a message that was removed and could not be sent. Consumer.
  @_noLocks @_noAllocation
  public borrowing func countDropped() { index.countDropped() }
}

/// A MIDI event as received: up to three of its bytes, its length and its frame.
public struct RawMIDIMessage: BitwiseCopyable, Sendable {
  /// Frames since the listener's first period.
  public let time: Int

  /// The number of bytes, of which only the first three are kept.
  public let size: Int

  // 0 if the event is shorter.
  public let first: UInt8
  public let second: UInt8
  public let third: UInt8

  /// - Parameter bytes: `size` readable bytes.
  @_noLocks @_noAllocation
  public init(bytes: UnsafePointer<UInt8>, size: Int, at time: Int) {
    self.time = time
    self.size = size
    first = size > 0 ? bytes[0] : 0
    second = size > 1 ? bytes[1] : 0
    third = size > 2 ? bytes[2] : 0
  }
}

/// MIDI events from a listener's process callback (the producer) to the main thread (the consumer).
/// If there is no room, they are dropped and counted.
public struct RawMIDIRing: ~Copyable, @unchecked Sendable {
  private let index: RingIndex
  private let slots: UnsafeMutablePointer<RawMIDIMessage>

  /// - Precondition: `capacity` is a power of two.
  public init(capacity: Int = 4096) {
    var byte: UInt8 = 0
    index = RingIndex(capacity: capacity)
    slots = index.makeSlots(of: RawMIDIMessage(bytes: &byte, size: 0, at: 0))
  }

  deinit { slots.deallocate() }

  /// The number of dropped events. Any thread.
  public var droppedCount: Int { index.droppedCount }

  /// Appends an event, or drops it if the ring is full. Producer.
  @_noLocks @_noAllocation
  public borrowing func push(_ message: RawMIDIMessage) {
    guard let slot = index.claim() else { return index.countDropped() }
    slots[slot] = message
    index.publish()
  }

  /// Removes and returns the oldest event; `nil` if there is none. Consumer.
  public borrowing func pop() -> RawMIDIMessage? {
    guard let slot = index.take() else { return nil }
    defer { index.release() }
    return slots[slot]
  }
}
