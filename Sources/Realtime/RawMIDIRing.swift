import Synchronization

/// A MIDI event as received: up to three of its bytes, its length and its frame.
public struct RawMIDIMessage: BitwiseCopyable, Sendable {
  /// In frames since the listener's first period.
  public let time: Int

  /// How many bytes the event has; only the first three are kept.
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

/// MIDI events from a listener's process callback (the producer) to the main thread (the consumer):
/// a single-producer single-consumer ring without locks. If it is full, it drops and counts events.
public struct RawMIDIRing: ~Copyable, @unchecked Sendable {
  // The invariant behind `@unchecked Sendable`: only the producer writes `tail` and the slots from
  // `tail` to `head + capacity`, only the consumer writes `head`; a slot passes to the other side
  // when one side releases an index and the other acquires it.
  private let head = Atomic<Int>(0)
  private let tail = Atomic<Int>(0)
  private let dropped = Atomic<Int>(0)
  private let slots: UnsafeMutablePointer<RawMIDIMessage>
  private let capacity: Int

  /// - Precondition: `capacity` is a power of two.
  public init(capacity: Int = 4096) {
    precondition(capacity > 0 && capacity & (capacity - 1) == 0, "a ring holds a power of two")
    self.capacity = capacity
    slots = .allocate(capacity: capacity)
    // This touches every page, so that the producer causes no page fault.
    var byte: UInt8 = 0
    let nothing = RawMIDIMessage(bytes: &byte, size: 0, at: 0)
    slots.initialize(repeating: nothing, count: capacity)
  }

  deinit { slots.deallocate() }

  /// How many events were dropped so far. Any thread.
  public var droppedCount: Int { dropped.load(ordering: .relaxed) }

  // MARK: Producer

  /// Appends an event, or drops it if the ring is full.
  @_noLocks @_noAllocation
  public borrowing func push(_ message: RawMIDIMessage) {
    let position = tail.load(ordering: .relaxed)
    guard position &- head.load(ordering: .acquiring) < capacity else {
      dropped.add(1, ordering: .relaxed)
      return
    }
    slots[position & (capacity &- 1)] = message
    tail.store(position &+ 1, ordering: .releasing)
  }

  // MARK: Consumer

  /// Removes and returns the oldest event; `nil` if there is none.
  public borrowing func pop() -> RawMIDIMessage? {
    let position = head.load(ordering: .relaxed)
    guard position != tail.load(ordering: .acquiring) else { return nil }
    let message = slots[position & (capacity &- 1)]
    head.store(position &+ 1, ordering: .releasing)
    return message
  }
}
