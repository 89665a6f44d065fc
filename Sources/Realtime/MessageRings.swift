import Synchronization

/// Commands from the main thread (the producer) to the process callback (the consumer): a
/// single-producer single-consumer ring without locks.
public struct CommandRing: ~Copyable, @unchecked Sendable {
  // The invariant behind `@unchecked Sendable`: only the producer writes `tail` and the slots from
  // `tail` to `head + capacity`, only the consumer writes `head`; a slot passes to the other side
  // when one side releases an index and the other acquires it. The indices are a cache line apart,
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
    // This touches every page, so that the consumer causes no page fault.
    slots.initialize(repeating: Command(.stopAll), count: capacity)
  }

  deinit { slots.deallocate() }

  // MARK: Producer

  /// Appends a command; returns false if the ring is full.
  @_noLocks @_noAllocation
  public borrowing func push(_ command: Command) -> Bool {
    let position = tail.load(ordering: .relaxed)
    guard position &- head.load(ordering: .acquiring) < capacity else { return false }
    slots[position & (capacity &- 1)] = command
    tail.store(position &+ 1, ordering: .releasing)
    return true
  }

  // MARK: Consumer

  /// Removes and returns the oldest command; `nil` if there is none.
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
  // The invariant and the layout are those of ``CommandRing``.
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
    // This touches every page, so that the producer causes no page fault.
    slots.initialize(repeating: Event(.ended(NoteID(0)), at: FrameTime(0)), count: capacity)
  }

  deinit { slots.deallocate() }

  /// The slots that only essential events may use: a quarter of all.
  private var reserve: Int {
    @_noLocks @_noAllocation
    get { capacity / 4 }
  }

  // MARK: Producer

  /// Appends an event; returns false if the ring is full.
  ///
  /// - Parameter isEssential: whether the event may use the reserve. An event that a later one
  ///   replaces, such as a slider's movement, may not, so that MIDI can never displace a note's
  ///   end.
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

  /// Removes and returns the oldest event; `nil` if there is none.
  @_noLocks @_noAllocation
  public borrowing func pop() -> Event? {
    let position = head.load(ordering: .relaxed)
    guard position != tail.load(ordering: .acquiring) else { return nil }
    let event = slots[position & (capacity &- 1)]
    head.store(position &+ 1, ordering: .releasing)
    return event
  }
}
