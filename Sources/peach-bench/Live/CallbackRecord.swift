import CJack
import Realtime
import Sound
import Synchronization

/// What the measured process callback sees.
///
/// Made and freed on the main thread while the callback does not run; in between the process thread
/// owns all but the atomics.
nonisolated struct CallbackRecord: ~Copyable {
  let client: OpaquePointer
  let left: OpaquePointer
  let right: OpaquePointer
  let renderer: OfflineRenderer

  /// How long each period took, in nanoseconds of thread CPU time, while ``isRecording``.
  let durations: UnsafeMutablePointer<UInt64>
  let capacity: Int
  let count = Atomic<Int>(0)
  let isRecording = Atomic<Bool>(false)

  /// Set by the main thread to hear the next sound, cleared when ``soundingPeriod`` holds the time at
  /// which its period was asked for, and ``soundingFrame`` its frame in it.
  let isListening = Atomic<Bool>(false)
  let soundingPeriod = Atomic<UInt64>(0)
  let soundingFrame = Atomic<Int>(0)

  init(
    client: OpaquePointer, left: OpaquePointer, right: OpaquePointer, renderer: OfflineRenderer,
    capacity: Int
  ) {
    self.client = client
    self.left = left
    self.right = right
    self.renderer = renderer
    self.capacity = capacity
    durations = .allocate(capacity: capacity)
    // Touched here, so that the process thread meets no page that is not there yet.
    durations.initialize(repeating: 0, count: capacity)
  }

  deinit { durations.deallocate() }

  /// The process callback: that of the program, between two readings of the clock.
  func process(_ frames: jack_nframes_t) {
    let called = WallClock.now()
    let begin = ThreadClock.now()
    guard let left = jack_port_get_buffer(left, frames),
      let right = jack_port_get_buffer(right, frames)
    else { return }
    let samples = left.assumingMemoryBound(to: Float.self)
    let time = FrameTime(jack_last_frame_time(client))
    renderer.render(
      left: samples, right: right.assumingMemoryBound(to: Float.self), frames: Int(frames), at: time
    )
    record(ThreadClock.now() - begin)
    listen(to: samples, frames: Int(frames), calledAt: called)
  }

  private func record(_ duration: UInt64) {
    guard isRecording.load(ordering: .relaxed) else { return }
    let index = count.load(ordering: .relaxed)
    guard index < capacity else { return }
    durations[index] = duration
    count.store(index + 1, ordering: .releasing)
  }

  private func listen(
    to samples: UnsafeMutablePointer<Float>, frames: Int, calledAt time: UInt64
  ) {
    guard isListening.load(ordering: .acquiring) else { return }
    for index in 0..<frames where samples[index] != 0 {
      soundingPeriod.store(time, ordering: .relaxed)
      soundingFrame.store(index, ordering: .relaxed)
      isListening.store(false, ordering: .releasing)
      return
    }
  }
}
