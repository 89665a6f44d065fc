import Foundation
import Testing

@testable import Realtime

@Suite("MIDI messages that are sent")
struct ShortMIDITests {
  private func bytes(_ message: ShortMIDIMessage) -> [UInt8] {
    Array([message.status, message.first, message.second].prefix(message.size))
  }

  @Test("each has its bytes; what does not fit into seven bits loses the bits above")
  func messages() {
    #expect(bytes(.note(36, velocity: 127, channel: 9)) == [0x99, 36, 127])
    #expect(bytes(.controller(9, value: 13, channel: 0)) == [0xB0, 9, 13])
    #expect(bytes(.program(5, channel: 15)) == [0xCF, 5])
    #expect(bytes(.pitchWheel(8192, channel: 0)) == [0xE0, 0, 64])
    #expect(bytes(.pitchWheel(16_383, channel: 1)) == [0xE1, 127, 127])
    #expect(bytes(.controller(200, value: 300, channel: 17)) == [0xB1, 72, 44])
  }

  @Test("a note-on with velocity 0 means what a note-off means, whatever its velocity")
  func noteOff() {
    let off = ShortMIDIMessage.note(36, velocity: 0, channel: 2).signature
    #expect(ShortMIDIMessage.signature(status: 0x82, first: 36, second: 64) == off)
    #expect(ShortMIDIMessage.signature(status: 0x92, first: 36, second: 1) != off)
    #expect(ShortMIDIMessage.signature(status: 0x83, first: 36, second: 0) != off)
  }

  @Test("messages come out in the order in which they went in, many times around")
  func order() {
    let ring = SharedRing(ShortMIDIRing(capacity: 4))
    var received: [Int] = []
    for number in 0..<100 {
      let isIn = ring.pointer.pointee.push(.program(number, channel: 0))
      #expect(isIn)
      guard number % 3 == 2 else { continue }
      while let message = ring.pointer.pointee.pop() { received.append(Int(message.first)) }
    }
    while let message = ring.pointer.pointee.pop() { received.append(Int(message.first)) }
    #expect(received == Array(0..<100))
    #expect(ring.pointer.pointee.droppedCount == 0)
  }

  @Test("what finds no room is dropped and counted, on both sides")
  func full() {
    let ring = SharedRing(ShortMIDIRing(capacity: 2))
    var isIn: [Bool] = []
    for number in 0..<5 { isIn.append(ring.pointer.pointee.push(.program(number, channel: 0))) }
    #expect(isIn == [true, true, false, false, false])
    ring.pointer.pointee.countDropped()
    #expect(ring.pointer.pointee.droppedCount == 4)
    #expect(ring.pointer.pointee.pop() == .program(0, channel: 0))
    let isStillFull = !ring.pointer.pointee.isEmpty
    _ = ring.pointer.pointee.pop()
    let isEmpty = ring.pointer.pointee.isEmpty
    #expect(isStillFull && isEmpty)
  }

  @Test("two threads: every message that is not dropped arrives once, whole and in order")
  func acrossThreads() {
    let ring = SharedRing(ShortMIDIRing(capacity: 64))
    let count = 100_000
    let done = DispatchSemaphore(value: 0)
    let deadline = ContinuousClock.now + .seconds(120)
    Thread.detachNewThread {
      for number in 0..<count {
        _ = ring.pointer.pointee.push(
          .note(number & 0x7F, velocity: number >> 7, channel: number >> 14))
        if number % 32 == 0 { sched_yield() }
      }
      done.signal()
    }
    var received = 0
    var broken = 0
    var last = -1
    while received + ring.pointer.pointee.droppedCount < count {
      guard let message = ring.pointer.pointee.pop() else {
        guard ContinuousClock.now < deadline else {
          Issue.record("the ring stands still after \(received)")
          return
        }
        sched_yield()
        continue
      }
      let number =
        Int(message.first) | Int(message.second) << 7 | Int(message.status & 0x0F) << 14
      if number <= last || message.status & 0xF0 != 0x90 { broken += 1 }
      last = number
      received += 1
    }
    #expect(done.wait(timeout: .now() + 120) == .success)
    #expect(broken == 0 && received > 0)
    #expect(ring.pointer.pointee.pop() == nil)
  }
}

@Suite("Echoes of what is sent")
struct EchoFilterTests {
  private static let rate = 48_000.0
  private static let light = ShortMIDIMessage.note(36, velocity: 127, channel: 0)

  /// Which of messages that come are echoes of a light that was switched on at frame 1000.
  private func echoes(
    _ messages: [(bytes: [UInt8], frame: UInt32)], period: Int = 64
  ) -> [Bool] {
    var filter = EchoFilter(sampleRate: Self.rate)
    filter.record(Self.light, at: FrameTime(1000), period: period)
    var echoes: [Bool] = []
    for (bytes, frame) in messages {
      var bytes = bytes
      echoes.append(filter.isEcho(&bytes, count: bytes.count, at: FrameTime(frame)))
    }
    return echoes
  }

  @Test("an equal message soon afterwards is one, once")
  func once() {
    let message: [UInt8] = [0x90, 36, 127]
    #expect(echoes([(message, 1064), (message, 1065)]) == [true, false])
    #expect(echoes([(message, 1000)]) == [true])
  }

  @Test("another message, and an equal one later, comes from a hand")
  func others() {
    #expect(
      echoes([
        ([0x90, 36, 126], 1064), ([0x90, 37, 127], 1064), ([0x91, 36, 127], 1064),
        ([0xB0, 36, 127], 1064), ([0xC0, 36], 1064), ([0xF8], 1064), ([0x90, 36, 127], 3881),
      ]) == Array(repeating: false, count: 7))
    #expect(echoes([([0x90, 36, 127], 3880)]) == [true])
  }

  @Test("a loop of connections takes periods, however long they are")
  func longPeriods() {
    let message: [UInt8] = [0x90, 36, 127]
    #expect(echoes([(message, 1000 + 3 * 8192)], period: 8192) == [true])
    #expect(echoes([(message, 1000 + 5 * 8192)], period: 8192) == [false])
  }

  @Test("half a turn of the clock later nothing that was sent long ago is expected")
  func turnOfTheClock() {
    var filter = EchoFilter(sampleRate: Self.rate)
    filter.record(Self.light, at: FrameTime(1000), period: 64)
    filter.expire(at: FrameTime(1000 + 2880))
    var message: [UInt8] = [0x90, 36, 127]
    let isLastMoment = filter.isEcho(&message, count: 3, at: FrameTime(1000 + 2880))
    #expect(isLastMoment)
    filter.record(Self.light, at: FrameTime(10_000), period: 64)
    filter.expire(at: FrameTime(20_000))
    let isLater = filter.isEcho(&message, count: 3, at: FrameTime(20_000 + (1 << 31)))
    #expect(!isLater)
  }

  @Test("many messages, more than are remembered, leave the latest ones known")
  func many() {
    var filter = EchoFilter(sampleRate: Self.rate)
    for number in 0..<300 {
      filter.record(.program(number & 0x7F, channel: number >> 7), at: FrameTime(0), period: 64)
    }
    var (last, old): ([UInt8], [UInt8]) = ([0xC2, 43], [0xC0, 0])
    let isLastEcho = filter.isEcho(&last, count: 2, at: FrameTime(1))
    let isOldEcho = filter.isEcho(&old, count: 2, at: FrameTime(1))
    #expect(isLastEcho && !isOldEcho)
  }
}
