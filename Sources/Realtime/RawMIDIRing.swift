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

/// MIDI events from a listener's process callback (the producer) to the main thread (the consumer). What finds no room
/// is dropped and counted.
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

  /// How many events were dropped so far. Any thread.
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
