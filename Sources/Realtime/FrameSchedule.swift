/// A moment on JACK's frame clock, in frames. The clock wraps around after 2³² frames (six hours at
/// 192 kHz), so compare two moments by their distance, never by their numbers.
public struct FrameTime: Equatable, BitwiseCopyable, Sendable {
  public var rawValue: UInt32

  @_noLocks @_noAllocation
  public init(_ rawValue: UInt32) { self.rawValue = rawValue }

  /// The frames from `earlier` to this moment; negative if this is the earlier one. Correct for
  /// distances below 2³¹ frames.
  @_noLocks @_noAllocation
  public func distance(since earlier: FrameTime) -> Int {
    Int(Int32(truncatingIfNeeded: rawValue &- earlier.rawValue))
  }

  /// The moment this many frames later.
  @_noLocks @_noAllocation
  public func advanced(by frames: Int) -> FrameTime {
    FrameTime(rawValue &+ UInt32(truncatingIfNeeded: frames))
  }
}

/// Commands waiting for their frame, earliest first. Commands for the same frame keep their order.
///
/// Only the process thread uses it. It allocates memory once, in the initializer.
public struct FrameSchedule: ~Copyable {
  private let slots: UnsafeMutablePointer<Command>
  private let capacity: Int
  public private(set) var count = 0

  public init(capacity: Int) {
    slots = .allocate(capacity: capacity)
    // This touches every page, so that the process thread causes no page fault.
    slots.initialize(repeating: Command(.stopAll), count: capacity)
    self.capacity = capacity
  }

  deinit { slots.deallocate() }

  /// Adds a command; returns false if there is no room. The time is proportional to ``count``.
  @_noLocks @_noAllocation
  public mutating func insert(_ command: Command) -> Bool {
    guard count < capacity else { return false }
    var index = count
    while index > 0, slots[index &- 1].frame.distance(since: command.frame) > 0 {
      slots[index] = slots[index &- 1]
      index &-= 1
    }
    slots[index] = command
    count &+= 1
    return true
  }

  /// The frames from `time` to the next command's frame; 0 if it is due, `nil` if no command waits.
  @_noLocks @_noAllocation
  public func framesUntilNext(from time: FrameTime) -> Int? {
    guard count > 0 else { return nil }
    let distance = slots[0].frame.distance(since: time)
    return distance > 0 ? distance : 0
  }

  /// Removes and returns the next command, due or not.
  @_noLocks @_noAllocation
  public mutating func removeFirst() -> Command? {
    guard count > 0 else { return nil }
    let first = slots[0]
    remove(at: 0)
    return first
  }

  @_noLocks @_noAllocation
  private mutating func remove(at position: Int) {
    var index = position
    while index < count &- 1 {
      slots[index] = slots[index &+ 1]
      index &+= 1
    }
    count &-= 1
  }
}
