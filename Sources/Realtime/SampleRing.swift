import Synchronization

/// Sound from the process callback (the producer) to a thread that analyses it (the consumer): a
/// single-producer single-consumer ring without locks.
///
/// The samples of a period arrive together, with the frame at which the period began, or not at
/// all: a period that finds no room is dropped. The reader sees the gap in the frames.
public struct SampleRing: ~Copyable, @unchecked Sendable {
  /// The samples of one period.
  private struct Block: BitwiseCopyable {
    let time: FrameTime
    let count: UInt32
  }

  // The invariant behind `@unchecked Sendable`: only the producer writes `tail` and what lies from
  // there to the consumer's place, only the consumer writes `head` and `readSamples`; blocks and
  // their samples pass to the other side when one side releases an index and the other acquires it.
  // Only the producer uses `writtenSamples`. The indices are a cache line apart, so that neither
  // side slows the other down.
  private let head = Atomic<Int>(0)
  private let readSamples = Atomic<Int>(0)
  private let padding = (0, 0, 0, 0, 0, 0, 0, 0)
  private let tail = Atomic<Int>(0)
  private let writtenSamples = Atomic<Int>(0)
  private let overrun = Atomic<Int>(0)
  private let blocks: UnsafeMutablePointer<Block>
  private let samples: UnsafeMutablePointer<Float>
  private let blockCapacity: Int

  /// The number of samples that fit.
  public let capacity: Int

  /// The shortest period for which there is always room for as many periods as there is for
  /// samples.
  private static let shortestPeriod = 16

  /// - Parameters:
  ///   - seconds: the length of the sound that fits, at least.
  ///   - sampleRate: frames per second.
  public init(seconds: Double, sampleRate: Double) {
    var capacity = 1024
    while Double(capacity) < seconds * sampleRate { capacity *= 2 }
    self.init(capacity: capacity)
  }

  /// - Precondition: `capacity` is a power of two, and 32 or more.
  public init(capacity: Int) {
    precondition(
      capacity >= 2 * Self.shortestPeriod && capacity & (capacity - 1) == 0,
      "a ring holds a power of two")
    self.capacity = capacity
    blockCapacity = capacity / Self.shortestPeriod
    blocks = .allocate(capacity: blockCapacity)
    samples = .allocate(capacity: capacity)
    // This touches every page, so that the producer causes no page fault.
    blocks.initialize(repeating: Block(time: FrameTime(0), count: 0), count: blockCapacity)
    samples.initialize(repeating: 0, count: capacity)
  }

  deinit {
    blocks.deallocate()
    samples.deallocate()
  }

  /// The number of dropped frames. Any thread.
  public var overrunFrames: Int { overrun.load(ordering: .relaxed) }

  // MARK: Producer

  /// Appends the samples of a period that began at that frame, or drops all of them if there is no
  /// room.
  @_noLocks @_noAllocation
  public borrowing func push(_ period: UnsafePointer<Float>, count: Int, at time: FrameTime) {
    guard count > 0 else { return }
    let block = tail.load(ordering: .relaxed)
    let written = writtenSamples.load(ordering: .relaxed)
    // `head` first: the samples of every block before it have been read.
    let freeBlocks = blockCapacity &- (block &- head.load(ordering: .acquiring))
    let free = capacity &- (written &- readSamples.load(ordering: .acquiring))
    guard freeBlocks > 0, free >= count else {
      overrun.add(count, ordering: .relaxed)
      return
    }
    let start = written & (capacity &- 1)
    let first = count < capacity &- start ? count : capacity &- start
    copy(period, to: start, count: first)
    copy(period + first, to: 0, count: count &- first)
    blocks[block & (blockCapacity &- 1)] = Block(
      time: time, count: UInt32(truncatingIfNeeded: count))
    writtenSamples.store(written &+ count, ordering: .relaxed)
    tail.store(block &+ 1, ordering: .releasing)
  }

  /// Copies with a loop, because the functions for memory count as allocating.
  @_noLocks @_noAllocation
  private borrowing func copy(_ source: UnsafePointer<Float>, to start: Int, count: Int) {
    let target = samples + start
    var index = 0
    while index < count {
      target[index] = source[index]
      index &+= 1
    }
  }

  // MARK: Consumer

  /// Removes the oldest period and appends its samples; returns the frame at which it began, or
  /// `nil` if there is none.
  public borrowing func pop(into chunk: inout [Float]) -> FrameTime? {
    guard let block = oldest else { return nil }
    let count = Int(block.count)
    let read = readSamples.load(ordering: .relaxed)
    let start = read & (capacity &- 1)
    let first = min(count, capacity &- start)
    chunk.append(contentsOf: UnsafeBufferPointer(start: samples + start, count: first))
    if first < count {
      chunk.append(contentsOf: UnsafeBufferPointer(start: samples, count: count &- first))
    }
    release(block)
    return block.time
  }

  /// The frame at which the oldest period began, and how many samples it has; `nil` if there is
  /// none.
  public var next: (time: FrameTime, count: Int)? { oldest.map { ($0.time, Int($0.count)) } }

  /// Removes everything that the ring has now.
  public borrowing func drop() {
    let end = tail.load(ordering: .acquiring)
    while head.load(ordering: .relaxed) != end, let block = oldest { release(block) }
  }

  private var oldest: Block? {
    let position = head.load(ordering: .relaxed)
    guard position != tail.load(ordering: .acquiring) else { return nil }
    return blocks[position & (blockCapacity &- 1)]
  }

  private borrowing func release(_ block: Block) {
    readSamples.add(Int(block.count), ordering: .releasing)
    head.add(1, ordering: .releasing)
  }
}
