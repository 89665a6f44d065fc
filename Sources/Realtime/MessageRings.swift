import Synchronization

/// Commands from the main thread (the producer) to the process callback (the consumer): a
/// single-producer single-consumer ring without locks.
///
/// Stops always have room: whatever else is pushed leaves ``reserve`` slots free, more than there
/// are notes at once.
public struct CommandRing: ~Copyable, @unchecked Sendable {
  // The invariant behind `@unchecked Sendable`: only the producer writes `tail` and the slots from
  // `tail` to `head + capacity`, only the consumer writes `head`; a slot changes hands with the
  // release of one index and its acquisition on the other side. The indices lie a cache line apart,
  // so that neither side slows the other down.
  private let head = Atomic<Int>(0)
  private let padding = (0, 0, 0, 0, 0, 0, 0, 0)
  private let tail = Atomic<Int>(0)
  private let slots: UnsafeMutablePointer<Command>

  /// How many messages fit.
  public let capacity: Int

  /// - Precondition: `capacity` is a power of two.
  public init(capacity: Int) {
    precondition(capacity > 0 && capacity & (capacity - 1) == 0, "a ring holds a power of two")
    self.capacity = capacity
    slots = .allocate(capacity: capacity)
    // Every page is touched here, so that the consumer meets none that is not there yet.
    slots.initialize(repeating: Command(.stopAll), count: capacity)
  }

  deinit { slots.deallocate() }

  /// The slots that only stops may use.
  public static let reserve = 64

  // MARK: Producer

  /// Appends a command; false where the ring is full.
  ///
  /// - Parameter isStop: whether the command may use the reserve.
  @_noLocks @_noAllocation
  public borrowing func push(_ command: Command, isStop: Bool) -> Bool {
    let position = tail.load(ordering: .relaxed)
    let free = capacity &- (position &- head.load(ordering: .acquiring))
    guard free > (isStop ? 0 : Self.reserve) else { return false }
    slots[position & (capacity &- 1)] = command
    tail.store(position &+ 1, ordering: .releasing)
    return true
  }

  // MARK: Consumer

  /// Takes the oldest command, `nil` where there is none.
  @_noLocks @_noAllocation
  public borrowing func pop() -> Command? {
    let position = head.load(ordering: .relaxed)
    guard position != tail.load(ordering: .acquiring) else { return nil }
    let command = slots[position & (capacity &- 1)]
    head.store(position &+ 1, ordering: .releasing)
    return command
  }
}

/// Events from the process callback (the producer) to the main thread (the consumer): a
/// single-producer single-consumer ring without locks.
public struct EventRing: ~Copyable, @unchecked Sendable {
  // The invariant behind `@unchecked Sendable`: only the producer writes `tail` and the slots from
  // `tail` to `head + capacity`, only the consumer writes `head`; a slot changes hands with the
  // release of one index and its acquisition on the other side. The indices lie a cache line apart,
  // so that neither side slows the other down.
  private let head = Atomic<Int>(0)
  private let padding = (0, 0, 0, 0, 0, 0, 0, 0)
  private let tail = Atomic<Int>(0)
  private let slots: UnsafeMutablePointer<Event>

  /// How many messages fit.
  public let capacity: Int

  /// - Precondition: `capacity` is a power of two.
  public init(capacity: Int) {
    precondition(capacity > 0 && capacity & (capacity - 1) == 0, "a ring holds a power of two")
    self.capacity = capacity
    slots = .allocate(capacity: capacity)
    // Every page is touched here, so that the producer meets none that is not there yet.
    slots.initialize(repeating: Event(.ended(NoteID(0)), at: FrameTime(0)), count: capacity)
  }

  deinit { slots.deallocate() }

  /// The slots that only essential events may use: a quarter.
  private var reserve: Int {
    @_noLocks @_noAllocation
    get { capacity / 4 }
  }

  // MARK: Producer

  /// Appends an event; false where the ring is full.
  ///
  /// - Parameter isEssential: whether the event may use the reserve. What a later event makes up for,
  ///   such as a slider's movement, may not: a hand cannot keep a note's end from being told.
  @_noLocks @_noAllocation
  public borrowing func push(_ event: Event, isEssential: Bool) -> Bool {
    let position = tail.load(ordering: .relaxed)
    let free = capacity &- (position &- head.load(ordering: .acquiring))
    guard free > (isEssential ? 0 : reserve) else { return false }
    slots[position & (capacity &- 1)] = event
    tail.store(position &+ 1, ordering: .releasing)
    return true
  }

  // MARK: Consumer

  /// Takes the oldest event, `nil` where there is none.
  @_noLocks @_noAllocation
  public borrowing func pop() -> Event? {
    let position = head.load(ordering: .relaxed)
    guard position != tail.load(ordering: .acquiring) else { return nil }
    let event = slots[position & (capacity &- 1)]
    head.store(position &+ 1, ordering: .releasing)
    return event
  }
}
