import Foundation
import Realtime
import Testing

@Suite("Rings")
struct RingTests {
  private func play(_ number: UInt32) -> Command {
    var command = Command(.play)
    command.note = NoteID(number)
    command.ratio = Double(number)
    command.durationFrames = ~number
    return command
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
          #expect(ring.pop()?.note == NoteID(expected))
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
    for _ in 0..<CommandRing.reserve { #expect(ring.push(Command(.stop), isStop: true)) }
    #expect(!ring.push(Command(.stop), isStop: true))
    #expect(ring.pop()?.note == NoteID(0))
    #expect(ring.push(Command(.stop), isStop: true))
  }

  @Test("an event ring holds as many events as it says and refuses the next")
  func eventCapacity() {
    let ring = SharedRing(EventRing(capacity: 16))
    for number in 0..<16 as Range<UInt32> {
      #expect(ring.push(Event(.ended, at: FrameTime(number))))
    }
    #expect(!ring.push(Event(.ended, at: FrameTime(16))))
    for number in 0..<16 as Range<UInt32> { #expect(ring.pop()?.frame == FrameTime(number)) }
    #expect(ring.pop() == nil)
  }

  @Test("two threads: every command arrives once, whole and in order")
  func commandsAcrossThreads() {
    let count: UInt32 = 200_000
    let ring = SharedRing(CommandRing(capacity: 128))
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      var number: UInt32 = 0
      while number < count {
        var command = Command(.play)
        command.note = NoteID(number)
        command.ratio = Double(number)
        command.durationFrames = ~number
        if ring.push(command, isStop: number % 2 == 0) { number += 1 } else { sched_yield() }
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
      if command.note.rawValue != expected || command.ratio != Double(expected)
        || command.durationFrames != ~expected
      {
        broken += 1
      }
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
        let event = Event(.started, at: FrameTime(~number), note: NoteID(number))
        if ring.push(event) { number += 1 } else { sched_yield() }
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
      if event.note.rawValue != expected || event.frame.rawValue != ~expected { broken += 1 }
      expected += 1
    }
    done.wait()
    #expect(broken == 0)
  }
}
