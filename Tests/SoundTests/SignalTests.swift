import CJack
import Foundation
import MainThread
import Realtime
import Synchronization
import TestSupport
import Testing

@testable import Sound

/// What JACK's threads tell the main thread, without a server.
@Suite("Signals from JACK's threads")
@MainActor
struct SignalTests {
  /// Signals at a fixed address.
  private final class Board: Sendable {
    nonisolated(unsafe) let signals: UnsafeMutablePointer<JackSignals>

    init() {
      signals = .allocate(capacity: 1)
      signals.initialize(to: JackSignals(ports: PortIdentities()))
    }

    deinit {
      signals.deinitialize(count: 1)
      signals.deallocate()
    }
  }

  @Test("all posts while the main thread is busy make one call")
  func coalescing() async throws {
    let board = Board()
    var calls = 0
    let seen = Counter()
    let call = MainThreadCall { calls += 1 }
    let thread = WaitingThread(named: "test", .posts(board.signals.pointee.semaphore)) {
      seen.increment()
      call.request()
    }
    // The main thread is busy here, as when it writes to a terminal that has been stopped.
    let deadline = ContinuousClock.now + waitingLimit
    for number in 1...500 {
      wake_up(board.signals.pointee.wakeUp)
      while seen.value < number, ContinuousClock.now < deadline { sched_yield() }
    }
    #expect(seen.value == 500)
    #expect(calls == 0)
    try await wait(for: "the call") { calls > 0 }
    await settle()
    #expect(calls == 1)
    // A post after the call makes another one.
    wake_up(board.signals.pointee.wakeUp)
    try await wait(for: "another call") { calls == 2 }
    thread.stop()
  }

  @Test("the main thread is woken at the period that it awaits, once")
  func awaitedPeriod() {
    let board = Board()
    let signals = board.signals
    func isWoken() -> Bool { sem_trywait(signals.pointee.wakeUp) == 0 }
    signals.pointee.countPeriod()
    #expect(!isWoken())
    signals.pointee.awaitedPeriod.store(3, ordering: .relaxed)
    signals.pointee.countPeriod()
    #expect(!isWoken())
    signals.pointee.countPeriod()
    #expect(isWoken())
    signals.pointee.countPeriod()
    #expect(!isWoken())
    // One that has passed already.
    signals.pointee.awaitedPeriod.store(2, ordering: .relaxed)
    signals.pointee.countPeriod()
    #expect(isWoken())
  }

  @Test("notifications are recorded later: a port that goes, and the end of a MIDI connection")
  func notifications() {
    let board = Board()
    let signals = board.signals
    let own = jack_port_uuid_generate(7)
    signals.pointee.midiInput.store(own, ordering: .relaxed)
    let before = signals.pointee.ports.identity(of: jack_port_uuid_generate(5))
    for notification in [.gone(5), .appeared(5), .disconnected(5, 7), .connected(5, 7)]
      as [PortNotification]
    {
      signals.pointee.record(notification)
    }
    #expect(signals.pointee.graphChanges.load(ordering: .relaxed) == 4)
    #expect(signals.pointee.ports.identity(of: jack_port_uuid_generate(5)) == before)
    signals.pointee.recordNotifications()
    #expect(signals.pointee.ports.identity(of: jack_port_uuid_generate(5)) != before)
    #expect(signals.pointee.midiDisconnections.load(ordering: .relaxed) == 1)
    signals.pointee.record(.disconnected(1, 2))
    signals.pointee.record(.disconnected(7, 3))
    signals.pointee.recordNotifications()
    #expect(signals.pointee.midiDisconnections.load(ordering: .relaxed) == 2)
  }

  @Test("dropped notifications are noticed: the graph is scanned, and held controls are let go")
  func droppedNotifications() {
    let board = Board()
    let signals = board.signals
    signals.pointee.midiInput.store(jack_port_uuid_generate(7), ordering: .relaxed)
    let count = signals.pointee.notifications.capacity
    for _ in 0..<count { signals.pointee.record(.appeared(1)) }
    signals.pointee.recordNotifications()
    #expect(signals.pointee.graphChanges.load(ordering: .relaxed) == count)
    #expect(signals.pointee.midiDisconnections.load(ordering: .relaxed) == 0)
    for _ in 0..<count { signals.pointee.record(.appeared(1)) }
    signals.pointee.record(.disconnected(5, 7))
    let seen = signals.pointee.graphChanges.load(ordering: .relaxed)
    // A scan that knows all changes so far, but not what was dropped, is followed by another.
    for _ in 0..<2 {
      signals.pointee.recordNotifications()
      #expect(signals.pointee.graphChanges.load(ordering: .relaxed) == seen + 1)
      #expect(signals.pointee.midiDisconnections.load(ordering: .relaxed) == 1)
    }
  }

  @Test("the stack of the process thread is there before the callback needs it")
  func stack() {
    let isDone = DispatchSemaphore(value: 0)
    let measured = ResidentStack()
    let thread = Thread {
      touch_stack()
      measured.measure()
      isDone.signal()
    }
    thread.stackSize = 512 * 1024
    thread.start()
    #expect(isDone.wait(within: waitingLimit))
    #expect(measured.bytes >= 120 * 1024)
  }
}

/// How much of a thread's stack below the caller is in memory.
private final class ResidentStack: Sendable {
  private let count = Atomic<Int>(0)
  var bytes: Int { count.load(ordering: .acquiring) }

  /// Looks at the calling thread's stack.
  func measure() {
    let page = Int(getpagesize())
    var isResident: UInt8 = 0
    var resident = 0
    withUnsafeMutablePointer(to: &isResident) { here in
      let top = Int(bitPattern: here) / page * page
      // From the next page down.
      while resident < 512 * 1024,
        let address = UnsafeMutableRawPointer(bitPattern: top - page - resident),
        mincore(address, page, here) == 0, here.pointee & 1 == 1
      {
        resident += page
      }
    }
    count.store(resident, ordering: .releasing)
  }
}

/// A number that one thread counts and another reads.
private final class Counter: Sendable {
  private let count = Atomic<Int>(0)
  var value: Int { count.load(ordering: .acquiring) }
  func increment() { count.add(1, ordering: .acquiringAndReleasing) }
}
