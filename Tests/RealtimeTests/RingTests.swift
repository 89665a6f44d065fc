import Foundation
import Realtime
import Testing

@Suite("Rings")
struct RingTests {
  private func play(_ number: UInt32) -> Command {
    Command(
      .play(
        NoteStart(
          note: NoteID(number), key: 69, velocity: 63, ratio: Double(number),
          durationFrames: ~number)))
  }

  private func start(_ command: Command?) -> NoteStart? {
    guard case .play(let start) = command?.action else { return nil }
    return start
  }

  @Test("commands come out in the order in which they went in, many times around")
  func order() {
    let ring = SharedRing(CommandRing(capacity: 128))
    #expect(ring.pop() == nil)
    var expected: UInt32 = 0
    for number in 0..<1000 as Range<UInt32> {
      #expect(ring.push(play(number), isStop: false))
      if number % 3 == 2 {
        for _ in 0..<3 {
          #expect(start(ring.pop())?.note == NoteID(expected))
          expected += 1
        }
      }
    }
  }

  @Test("a ring that is full but for its reserve refuses all but stops")
  func reserve() {
    let ring = SharedRing(CommandRing(capacity: 128))
    var accepted = 0
    while ring.push(play(UInt32(accepted)), isStop: false) { accepted += 1 }
    #expect(accepted == 128 - CommandRing.reserve)
    for _ in 0..<CommandRing.reserve { #expect(ring.push(Command(.stopAll), isStop: true)) }
    #expect(!ring.push(Command(.stopAll), isStop: true))
    #expect(start(ring.pop())?.note == NoteID(0))
    #expect(ring.push(Command(.stopAll), isStop: true))
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
    let movement = Event(.slider(NoteID(1), value: 0.5), at: FrameTime(0))
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
    Thread.detachNewThread {
      var number: UInt32 = 0
      while number < count {
        let start = NoteStart(
          note: NoteID(number), key: 69, velocity: 63, ratio: Double(number),
          durationFrames: ~number)
        if ring.push(Command(.play(start)), isStop: number % 2 == 0) {
          number += 1
        } else {
          sched_yield()
        }
      }
      done.signal()
    }
    var broken = 0
    var expected: UInt32 = 0
    while expected < count {
      guard let command = ring.pop() else {
        sched_yield()
        continue
      }
      if case .play(let start) = command.action, start.note.rawValue == expected,
        start.ratio == Double(expected), start.durationFrames == ~expected
      {
        expected += 1
        continue
      }
      broken += 1
      expected += 1
    }
    done.wait()
    #expect(broken == 0)
    #expect(ring.pop() == nil)
  }

  @Test("two threads: every event arrives once, whole and in order")
  func eventsAcrossThreads() {
    let count: UInt32 = 200_000
    let ring = SharedRing(EventRing(capacity: 64))
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      var number: UInt32 = 0
      while number < count {
        let event = Event(.started(NoteID(number)), at: FrameTime(~number))
        if ring.push(event, isEssential: true) { number += 1 } else { sched_yield() }
      }
      done.signal()
    }
    var broken = 0
    var expected: UInt32 = 0
    while expected < count {
      guard let event = ring.pop() else {
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
    done.wait()
    #expect(broken == 0)
  }
}
