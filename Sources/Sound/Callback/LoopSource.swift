import Realtime
import Synchronization

/// Samples that are played once on the outputs, beside all other sound, such as those that measure
/// a loop.
///
/// It changes only through atomics. While `state` is `idle`, the thread that prepares a sound owns
/// the rest, else the process thread.
struct LoopSource: ~Copyable {
  private enum State {
    static let idle = 0
    static let playing = 1
    static let stopping = 2
  }

  /// The frames in which a sound that is stopped fades out.
  private static let fadeFrames = 2048

  private let state = Atomic<Int>(State.idle)

  /// The address of the samples, left and right in turn, and the number of each; 0 before the first
  /// sound.
  private let address = Atomic<UInt>(0)
  private let count = Atomic<Int>(0)

  /// The number of samples that have been played, and of those since the stop.
  private let position = Atomic<Int>(0)
  private let fading = Atomic<Int>(0)

  /// The frame of the first sample, with a bit above it once there is one.
  private let begin = Atomic<UInt64>(0)
  private static let hasBegun: UInt64 = 1 << 32

  deinit { samples?.deallocate() }

  private var samples: UnsafeMutablePointer<Float>? {
    @_noLocks @_noAllocation
    get { UnsafeMutablePointer(bitPattern: address.load(ordering: .relaxed)) }
  }

  /// True if a sound is played, or about to be. Any thread.
  var isPlaying: Bool { state.load(ordering: .acquiring) != State.idle }

  /// The frame in which the first sample of the last sound was played; `nil` before. Any thread.
  var start: FrameTime? {
    let begin = begin.load(ordering: .acquiring)
    return begin & Self.hasBegun == 0 ? nil : FrameTime(UInt32(truncatingIfNeeded: begin))
  }

  /// Plays samples from the next period on. Allocates: not in the callback, and not on two threads
  /// at once.
  ///
  /// - Precondition: both outputs have as many samples.
  /// - Returns: `false` if there are none, or if another sound is played.
  borrowing func play(left: [Float], right: [Float]) -> Bool {
    precondition(left.count == right.count, "both outputs have as many samples")
    guard !left.isEmpty, !isPlaying else { return false }
    samples?.deallocate()
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: 2 * left.count)
    for index in left.indices {
      (memory + 2 * index).initialize(to: left[index])
      (memory + 2 * index + 1).initialize(to: right[index])
    }
    address.store(UInt(bitPattern: memory), ordering: .relaxed)
    count.store(left.count, ordering: .relaxed)
    position.store(0, ordering: .relaxed)
    fading.store(0, ordering: .relaxed)
    begin.store(0, ordering: .relaxed)
    state.store(State.playing, ordering: .releasing)
    return true
  }

  /// Fades out the sound. Any thread.
  borrowing func stop() {
    _ = state.compareExchange(
      expected: State.playing, desired: State.stopping, ordering: .acquiringAndReleasing)
  }

  /// Adds the sound to a period whose first frame is at `time`.
  @_noLocks @_noAllocation
  borrowing func mix(
    left: UnsafeMutablePointer<Float>?, right: UnsafeMutablePointer<Float>?, frames: Int,
    at time: FrameTime
  ) {
    let state = state.load(ordering: .acquiring)
    guard state != State.idle, let left, let right, let samples else { return }
    var position = position.load(ordering: .relaxed)
    if position == 0 {
      begin.store(Self.hasBegun | UInt64(time.rawValue), ordering: .releasing)
    }
    let count = count.load(ordering: .relaxed)
    var faded = fading.load(ordering: .relaxed)
    let isStopping = state == State.stopping
    var index = 0
    while index < frames, position < count, faded < Self.fadeFrames {
      if isStopping { faded &+= 1 }
      let gain = 1 - Float(faded) / Float(Self.fadeFrames)
      left[index] += gain * samples[2 &* position]
      right[index] += gain * samples[2 &* position &+ 1]
      position &+= 1
      index &+= 1
    }
    self.position.store(position, ordering: .relaxed)
    fading.store(faded, ordering: .relaxed)
    if position >= count || faded >= Self.fadeFrames {
      self.state.store(State.idle, ordering: .releasing)
    }
  }
}
