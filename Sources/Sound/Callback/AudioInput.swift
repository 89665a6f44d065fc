import CJack
import Realtime
import Synchronization

/// The audio input: its port, which comes and goes while the client runs, and the ring into which
/// the process callback copies its sound.
///
/// It changes only through atomics, so that any thread may reach it at any time.
struct AudioInput: ~Copyable {
  /// The seconds of sound that may wait for the thread that analyses it.
  static let seconds = 2.0

  let port = PortSlot()

  /// The address of the ring; 0 until there is one. It stays until the client is closed.
  private let address = Atomic<UInt>(0)

  /// True if the ring is read. If it is not, nothing is copied and nothing is lost.
  private let isRead = Atomic<Bool>(false)

  deinit {
    guard let ring else { return }
    ring.deinitialize(count: 1)
    ring.deallocate()
  }

  /// The ring; `nil` before ``prepare(sampleRate:)``. Any thread.
  var ring: UnsafeMutablePointer<SampleRing>? {
    @_noLocks @_noAllocation
    get { UnsafeMutablePointer(bitPattern: address.load(ordering: .acquiring)) }
  }

  /// Makes the ring, unless there is one. Not at the same time on two threads, and not in the
  /// callback.
  ///
  /// - Parameter sampleRate: frames per second.
  borrowing func prepare(sampleRate: Double) {
    guard ring == nil else { return }
    let ring = UnsafeMutablePointer<SampleRing>.allocate(capacity: 1)
    ring.initialize(to: SampleRing(seconds: Self.seconds, sampleRate: sampleRate))
    address.store(UInt(bitPattern: ring), ordering: .releasing)
  }

  /// Lets the callback copy the sound, or no longer. Any thread.
  borrowing func setRead(_ isRead: Bool) { self.isRead.store(isRead, ordering: .releasing) }

  /// Copies a period of that length into the ring.
  @_noLocks @_noAllocation
  borrowing func record(_ frames: jack_nframes_t, at time: FrameTime) {
    guard isRead.load(ordering: .acquiring), let ring, let buffer = port.buffer(frames) else {
      return
    }
    ring.pointee.push(
      UnsafePointer(buffer.assumingMemoryBound(to: Float.self)), count: Int(frames), at: time)
  }
}
