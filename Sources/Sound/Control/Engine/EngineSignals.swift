import CJack
import Synchronization

/// What JACK's threads tell the main thread besides events: flags and counters behind one pointer.
///
/// JACK's notification threads write, the main thread reads after it has been woken. `@unchecked
/// Sendable` because of the semaphore, which any thread may use until this is deinitialized.
struct EngineSignals: ~Copyable, @unchecked Sendable {
  let hasShutDown = Atomic<Bool>(false)
  let xruns = Atomic<Int>(0)
  let bufferSize = Atomic<UInt32>(0)
  let sampleRate = Atomic<UInt32>(0)
  let isFreewheeling = Atomic<Bool>(false)

  /// How often freewheeling began, so that a short one between two looks is not missed.
  let freewheels = Atomic<Int>(0)

  /// Whether the client was activated while the server freewheeled, and forgotten when that ended.
  let isForgotten = Atomic<Bool>(false)

  /// How often ports or connections changed, anybody's.
  let graphChanges = Atomic<Int>(0)

  /// Which ports have come and gone.
  let ports: PortHistory

  /// Whose notifications these are: the client's address; 0 until there is one.
  let client = Atomic<UInt>(0)

  /// Posted by whoever changed something, waited for by the wake-up thread.
  let wakeUp: UnsafeMutablePointer<sem_t>

  init(ports: PortHistory = PortHistory()) {
    self.ports = ports
    wakeUp = .allocate(capacity: 1)
    sem_init(wakeUp, 0, 0)
  }

  deinit {
    sem_destroy(wakeUp)
    wakeUp.deallocate()
  }
}
