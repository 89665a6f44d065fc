import Foundation
import Realtime
import Testing

@Suite("RawMIDIRing")
struct RawMIDIRingTests {
  private func message(_ bytes: [UInt8], at frame: UInt32) -> RawMIDIMessage {
    bytes.withUnsafeBufferPointer { buffer in
      var none: UInt8 = 0
      return withUnsafePointer(to: &none) {
        RawMIDIMessage(
          bytes: buffer.baseAddress ?? $0, size: buffer.count, at: FrameTime(frame))
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
    for frame in 0..<4 as Range<UInt32> { #expect(ring.pop()?.time == FrameTime(frame)) }
    #expect(ring.pop() == nil)
  }

  @Test("two threads: whatever was not dropped arrives once, whole and in order")
  func acrossThreads() {
    let count: UInt32 = 200_000
    let ring = SharedRing(RawMIDIRing(capacity: 64))
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      for number in 0..<count {
        let bytes = [UInt8(number & 0x7F), UInt8(number >> 7 & 0x7F), UInt8(number >> 14 & 0x7F)]
        bytes.withUnsafeBufferPointer { buffer in
          if let base = buffer.baseAddress {
            ring.push(RawMIDIMessage(bytes: base, size: 3, at: FrameTime(number)))
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
        sched_yield()
        continue
      }
      let number =
        UInt32(message.first) | UInt32(message.second) << 7 | UInt32(message.third) << 14
      if number != message.time.rawValue || last.map({ $0 >= number }) == true { broken += 1 }
      last = number
      received += 1
    }
    done.wait()
    #expect(broken == 0)
    #expect(received > 0)
    #expect(ring.pop() == nil)
  }
}
