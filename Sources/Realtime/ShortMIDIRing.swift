/// MIDI messages from the main thread (the producer) to the process callback (the consumer), which sends them. What finds
/// no room is dropped and counted.
public struct ShortMIDIRing: ~Copyable, @unchecked Sendable {
  private let index: RingIndex
  private let slots: UnsafeMutablePointer<ShortMIDIMessage>

  /// - Precondition: `capacity` is a power of two.
  public init(capacity: Int = 256) {
    index = RingIndex(capacity: capacity)
    slots = index.makeSlots(of: .note(0, velocity: 0, channel: 0))
  }

  deinit { slots.deallocate() }

  /// How many messages were dropped so far, on either side. Any thread.
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

  /// Whether the consumer has removed everything. Producer.
  public var isEmpty: Bool { index.isEmpty }

  /// Removes and returns the oldest message; `nil` if there is none. Consumer.
  @_noLocks @_noAllocation
  public borrowing func pop() -> ShortMIDIMessage? {
    guard let slot = index.take() else { return nil }
    defer { index.release() }
    return slots[slot]
  }

  /// A message that was removed could not be sent. Consumer.
  @_noLocks @_noAllocation
  public borrowing func countDropped() { index.countDropped() }
}
