import CJack
import Foundation
import MainThread
import Realtime
import Synchronization

/// The reports of JACK's threads to the main thread besides events: flags and counters behind one
/// pointer.
///
/// JACK's threads write; the main thread reads after it has been woken. jackd 1 reports on its
/// process thread, so writing neither locks nor allocates. `@unchecked Sendable` because of the
/// semaphore's address, which is valid until this is deinitialized.
struct JackSignals: ~Copyable, @unchecked Sendable {
  let hasShutDown = Atomic<Bool>(false)
  let xruns = Atomic<Int>(0)
  let bufferSize = Atomic<UInt32>(0)
  let sampleRate = Atomic<UInt32>(0)
  let isFreewheeling = Atomic<Bool>(false)

  /// The number of times that freewheeling began, so that a short one between two reads is not
  /// missed.
  let freewheels = Atomic<Int>(0)

  /// True if the client was activated while the server freewheeled, and forgotten when that ended.
  let isForgotten = Atomic<Bool>(false)

  /// The number of changes of ports or connections, of any client.
  let graphChanges = Atomic<Int>(0)

  /// The reports about ports and connections that are not recorded yet.
  let notifications = NotificationRing()

  /// The number of dropped notifications when the others were last recorded.
  private let recordedDrops = Mutex(0)

  /// Tells ports apart as they come and go; up to date after ``recordNotifications()``.
  let ports: PortIdentities

  /// The uuid of the client's MIDI input; 0 if it has none.
  let midiInput = Atomic<UInt64>(0)

  /// The number of connections of the MIDI input that ended.
  let midiDisconnections = Atomic<Int>(0)

  /// The number of periods that the process callback has run, and the one at which it wakes the
  /// main thread; 0 for none.
  let periods = Atomic<Int>(0)
  let awaitedPeriod = Atomic<Int>(0)

  /// True if the server forgets what came while it freewheeled. Found out here, as JACK's threads
  /// must not be the first to ask.
  let isServerForgetful = JackLibrary.forgetsAfterFreewheel

  /// The thread that reported the end of the server.
  let notifyingThread = NotifyingThread()

  /// The address of the client that is notified; 0 until there is one.
  let client = Atomic<UInt>(0)

  /// Posted after each change; the wake-up thread waits for it.
  let semaphore = WakeUpSemaphore()
  let wakeUp: UnsafeMutablePointer<sem_t>

  init(ports: PortIdentities) {
    self.ports = ports
    wakeUp = semaphore.handle
  }

  // MARK: JACK's threads

  /// Counts a change of the ports or connections of any client.
  @_noLocks @_noAllocation
  borrowing func recordGraphChange() {
    graphChanges.add(1, ordering: .relaxed)
    wake_up(wakeUp)
  }

  @_noLocks @_noAllocation
  borrowing func record(_ notification: PortNotification) {
    notifications.push(notification)
    recordGraphChange()
  }

  /// Counts a run of the process callback.
  @_noLocks @_noAllocation
  borrowing func countPeriod() {
    let period = periods.add(1, ordering: .relaxed).newValue
    let awaited = awaitedPeriod.load(ordering: .relaxed)
    guard awaited != 0, period &- awaited >= 0 else { return }
    // The main thread may have set another one meanwhile.
    if awaitedPeriod.compareExchange(expected: awaited, desired: 0, ordering: .relaxed).exchanged {
      wake_up(wakeUp)
    }
  }

  // MARK: Other threads

  /// Records the notifications so far. Any thread but JACK's.
  ///
  /// A notification that was dropped may have been about any port, so everything that depends on
  /// the ports is checked once more.
  func recordNotifications() {
    recordedDrops.withLock { recordedDrops in
      while let notification = notifications.pop() {
        switch notification {
        case .appeared(let port): ports.recordArrival(of: jack_port_uuid_generate(port))
        case .gone(let port): ports.recordDeparture(of: jack_port_uuid_generate(port))
        case .disconnected(let first, let second):
          let own = midiInput.load(ordering: .relaxed)
          guard own != 0, [first, second].contains(where: { jack_port_uuid_generate($0) == own })
          else { continue }
          midiDisconnections.add(1, ordering: .relaxed)
        case .connected, .renamed: break
        }
      }
      let drops = notifications.droppedCount
      guard drops != recordedDrops else { return }
      recordedDrops = drops
      midiDisconnections.add(1, ordering: .relaxed)
      recordGraphChange()
    }
  }
}
