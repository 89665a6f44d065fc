import Foundation
import Realtime
import Testing

@Suite("Rings")
struct RingTests {
  /// The largest command that there is.
  private func command(_ number: UInt32) -> Command {
    Command(
      .arm(
        NoteID(number),
        SliderArming(value: 0, ratioAtZero: Double(number), reach: 100, number: ~number)))
  }

  /// The number of a command that has arrived whole.
  private func number(_ command: Command?) -> UInt32? {
    guard case .arm(let note, let arming)? = command?.action,
      arming.ratioAtZero == Double(note.rawValue), arming.number == ~note.rawValue
    else { return nil }
    return note.rawValue
  }

  @Test("a command fits into one line of the processor's cache")
  func size() { #expect(MemoryLayout<Command>.size <= 64) }

  @Test("commands come out in the order in which they went in, many times around")
  func order() {
    let ring = SharedRing(CommandRing(capacity: 128))
    #expect(ring.pop() == nil)
    var expected: UInt32 = 0
    for sent in 0..<1000 as Range<UInt32> {
      #expect(ring.push(command(sent)))
      if sent % 3 == 2 {
        for _ in 0..<3 {
          #expect(number(ring.pop()) == expected)
          expected += 1
        }
      }
    }
  }

  @Test("a command ring holds as many commands as it says and refuses the next")
  func capacity() {
    let ring = SharedRing(CommandRing(capacity: 128))
    var accepted = 0
    while ring.push(command(UInt32(accepted))) { accepted += 1 }
    #expect(accepted == 128)
    #expect(number(ring.pop()) == 0)
    #expect(ring.push(Command(.stopAll)))
  }

  @Test("an event ring holds as many events as it says and refuses the next")
  func eventCapacity() {
    let ring = SharedRing(EventRing(capacity: 16))
    for number in 0..<16 as Range<UInt32> {
      #expect(ring.push(Event(.ended(NoteID(1)), at: FrameTime(number)), isEssential: true))
    }
    #expect(!ring.push(Event(.ended(NoteID(1)), at: FrameTime(16)), isEssential: true))
    for number in 0..<16 as Range<UInt32> { #expect(ring.pop()?.frame == FrameTime(number)) }
    #expect(ring.pop() == nil)
  }

  @Test("what a later event makes up for leaves a quarter of the ring to what must be told")
  func eventReserve() {
    let ring = SharedRing(EventRing(capacity: 16))
    let movement = Event(.slider(NoteID(1), value: 0.5, number: 1), at: FrameTime(0))
    var accepted = 0
    while ring.push(movement, isEssential: false) { accepted += 1 }
    #expect(accepted == 12)
    let end = Event(.ended(NoteID(1)), at: FrameTime(0))
    for _ in 0..<4 { #expect(ring.push(end, isEssential: true)) }
    #expect(!ring.push(end, isEssential: true))
  }

  @Test("two threads: every command arrives once, whole and in order")
  func commandsAcrossThreads() {
    let count: UInt32 = 200_000
    let ring = SharedRing(CommandRing(capacity: 128))
    let done = DispatchSemaphore(value: 0)
    let deadline = ContinuousClock.now + .seconds(120)
    Thread.detachNewThread {
      var sent: UInt32 = 0
      while sent < count, ContinuousClock.now < deadline {
        if ring.push(command(sent)) {
          sent += 1
        } else {
          sched_yield()
        }
      }
      done.signal()
    }
    var broken = 0
    var expected: UInt32 = 0
    while expected < count {
      guard let next = ring.pop() else {
        guard ContinuousClock.now < deadline else {
          Issue.record("the ring stands still after \(expected)")
          return
        }
        sched_yield()
        continue
      }
      if number(next) != expected { broken += 1 }
      expected += 1
    }
    #expect(done.wait(timeout: .now() + 120) == .success)
    #expect(broken == 0)
    #expect(ring.pop() == nil)
  }

  @Test("two threads: every event arrives once, whole and in order")
  func eventsAcrossThreads() {
    let count: UInt32 = 200_000
    let ring = SharedRing(EventRing(capacity: 64))
    let done = DispatchSemaphore(value: 0)
    let deadline = ContinuousClock.now + .seconds(120)
    Thread.detachNewThread {
      var number: UInt32 = 0
      while number < count, ContinuousClock.now < deadline {
        let event = Event(.started(NoteID(number)), at: FrameTime(~number))
        if ring.push(event, isEssential: true) { number += 1 } else { sched_yield() }
      }
      done.signal()
    }
    var broken = 0
    var expected: UInt32 = 0
    while expected < count {
      guard let event = ring.pop() else {
        guard ContinuousClock.now < deadline else {
          Issue.record("the ring stands still after \(expected)")
          return
        }
        sched_yield()
        continue
      }
      if case .started(let note) = event.kind, note.rawValue == expected,
        event.frame.rawValue == ~expected
      {
        expected += 1
        continue
      }
      broken += 1
      expected += 1
    }
    #expect(done.wait(timeout: .now() + 120) == .success)
    #expect(broken == 0)
  }
}

@Suite("RawMIDIRing")
struct RawMIDIRingTests {
  private func message(_ bytes: [UInt8], at frame: UInt32) -> RawMIDIMessage {
    bytes.withUnsafeBufferPointer { buffer in
      var none: UInt8 = 0
      return withUnsafePointer(to: &none) {
        RawMIDIMessage(
          bytes: buffer.baseAddress ?? $0, size: buffer.count, at: Int(frame))
      }
    }
  }

  @Test("three bytes of an event are kept, and how many there were")
  func bytes() {
    let long = message([0xF0, 1, 2, 3, 0xF7], at: 5)
    #expect((long.first, long.second, long.third) == (0xF0, 1, 2))
    #expect(long.size == 5)
    let short = message([0xF8], at: 5)
    #expect((short.first, short.second, short.third) == (0xF8, 0, 0))
    #expect(message([], at: 5).size == 0)
  }

  @Test("what finds no room is dropped and counted; what was there stays")
  func full() {
    let ring = SharedRing(RawMIDIRing(capacity: 4))
    for frame in 0..<7 as Range<UInt32> { ring.push(message([0x90], at: frame)) }
    #expect(ring.droppedCount == 3)
    for frame in 0..<4 as Range<UInt32> { #expect(ring.pop()?.time == Int(frame)) }
    #expect(ring.pop() == nil)
  }

  @Test("two threads: whatever was not dropped arrives once, whole and in order")
  func acrossThreads() {
    let count: UInt32 = 200_000
    let ring = SharedRing(RawMIDIRing(capacity: 64))
    let done = DispatchSemaphore(value: 0)
    let deadline = ContinuousClock.now + .seconds(120)
    Thread.detachNewThread {
      for number in 0..<count {
        let bytes = [UInt8(number & 0x7F), UInt8(number >> 7 & 0x7F), UInt8(number >> 14 & 0x7F)]
        bytes.withUnsafeBufferPointer { buffer in
          if let base = buffer.baseAddress {
            ring.push(RawMIDIMessage(bytes: base, size: 3, at: Int(number)))
          }
        }
        if number % 32 == 0 { sched_yield() }
      }
      done.signal()
    }
    var received = 0
    var broken = 0
    var last: UInt32?
    while received + ring.droppedCount < Int(count) {
      guard let message = ring.pop() else {
        guard ContinuousClock.now < deadline else {
          Issue.record("the ring stands still after \(received)")
          return
        }
        sched_yield()
        continue
      }
      let number =
        UInt32(message.first) | UInt32(message.second) << 7 | UInt32(message.third) << 14
      if Int(number) != message.time || last.map({ $0 >= number }) == true { broken += 1 }
      last = number
      received += 1
    }
    #expect(done.wait(timeout: .now() + 120) == .success)
    #expect(broken == 0)
    #expect(received > 0)
    #expect(ring.pop() == nil)
  }
}

@Suite("NotificationRing")
struct NotificationRingTests {
  @Test("notifications come out in their order; those beyond the room are dropped and counted")
  func capacity() {
    let shared = SharedRing(NotificationRing(capacity: 2))
    let ring = shared.pointer
    #expect(ring.pointee.pop() == nil)
    ring.pointee.push(.appeared(1))
    ring.pointee.push(.disconnected(1, 2))
    ring.pointee.push(.gone(1))
    #expect(ring.pointee.droppedCount == 1)
    #expect(ring.pointee.pop() == .appeared(1))
    #expect(ring.pointee.pop() == .disconnected(1, 2))
    #expect(ring.pointee.pop() == nil)
    ring.pointee.push(.renamed(3))
    #expect(ring.pointee.pop() == .renamed(3))
  }

  @Test("two threads: every notification that is not dropped arrives whole and in its order")
  func twoThreads() {
    let ring = SharedRing(NotificationRing(capacity: 64))
    let count: UInt32 = 200_000
    let done = DispatchSemaphore(value: 0)
    let deadline = ContinuousClock.now + .seconds(120)
    Thread.detachNewThread {
      for number in 0..<count {
        ring.pointer.pointee.push(.connected(number, ~number))
        if number % 32 == 0 { sched_yield() }
      }
      done.signal()
    }
    var received = 0
    var broken = 0
    var last: UInt32?
    while received + ring.pointer.pointee.droppedCount < Int(count) {
      guard let notification = ring.pointer.pointee.pop() else {
        guard ContinuousClock.now < deadline else {
          Issue.record("the ring stands still after \(received)")
          return
        }
        sched_yield()
        continue
      }
      guard case .connected(let number, let other) = notification else { return }
      if other != ~number || last.map({ $0 >= number }) == true { broken += 1 }
      last = number
      received += 1
    }
    #expect(done.wait(timeout: .now() + 120) == .success)
    #expect(broken == 0)
    #expect(received > 0)
  }
}

/// A ring at a fixed address, for two threads. `@unchecked Sendable` because this is the ring's
/// purpose: one thread pushes and one pops.
final class SharedRing<Ring: ~Copyable>: @unchecked Sendable {
  let pointer: UnsafeMutablePointer<Ring>

  init(_ ring: consuming Ring) {
    pointer = .allocate(capacity: 1)
    pointer.initialize(to: ring)
  }

  deinit {
    pointer.deinitialize(count: 1)
    pointer.deallocate()
  }
}

// Copyable wrappers, which `#expect` can expand.
extension SharedRing where Ring == CommandRing {
  func push(_ command: Command) -> Bool { pointer.pointee.push(command) }

  func pop() -> Command? { pointer.pointee.pop() }
}

extension SharedRing where Ring == EventRing {
  func push(_ event: Event, isEssential: Bool) -> Bool {
    pointer.pointee.push(event, isEssential: isEssential)
  }

  func pop() -> Event? { pointer.pointee.pop() }
}

extension SharedRing where Ring == RawMIDIRing {
  func push(_ message: RawMIDIMessage) { pointer.pointee.push(message) }

  func pop() -> RawMIDIMessage? { pointer.pointee.pop() }
  var droppedCount: Int { pointer.pointee.droppedCount }
}
