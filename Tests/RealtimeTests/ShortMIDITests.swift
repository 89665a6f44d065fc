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
  private static let press: [UInt8] = [0x90, 36, 127]

  /// Which of messages that come are echoes of a light that was switched on in a period that began at frame
  /// 1000.
  ///
  /// - Parameter messages: each with the frames since then.
  private func echoes(
    _ messages: [(bytes: [UInt8], wait: Int)], period: Int = 64
  ) -> [Bool] {
    var filter = EchoFilter(sampleRate: Self.rate)
    filter.record(Self.light, at: FrameTime(1000), period: period)
    var echoes: [Bool] = []
    for (bytes, wait) in messages {
      var bytes = bytes
      let start = FrameTime(1000).advanced(by: wait / period * period)
      filter.expire(at: start)
      echoes.append(
        filter.isEcho(&bytes, count: bytes.count, at: wait % period, ofPeriodAt: start))
    }
    return echoes
  }

  /// Whether a press of the light's own value counts as an echo, alone.
  private func isEcho(after wait: Int, period: Int) -> Bool {
    echoes([(Self.press, wait)], period: period) == [true]
  }

  @Test("an equal message soon afterwards is one, once")
  func once() {
    #expect(echoes([(Self.press, 64), (Self.press, 65)]) == [true, false])
    #expect(isEcho(after: 0, period: 64))
  }

  @Test("another message, and an equal one later, comes from a hand")
  func others() {
    #expect(
      echoes([
        ([0x90, 36, 126], 64), ([0x90, 37, 127], 64), ([0x91, 36, 127], 64), ([0xB0, 36, 127], 64),
        ([0xC0, 36], 64), ([0xF8], 64), (Self.press, 2 * 64 + 2881),
      ]) == Array(repeating: false, count: 7))
    #expect(isEcho(after: 2 * 64 + 2880, period: 64))
  }

  @Test(
    "a loop of connections takes periods, however long they are, and keeps the first frame",
    arguments: [16, 64, 1024, 2048, 4096, 8192])
  func loops(period: Int) {
    for turns in 0...4 { #expect(isEcho(after: turns * period, period: period), "\(turns)") }
    let latest = max(4 * period, 2 * period + 2880)
    #expect(!isEcho(after: (latest / period + 1) * period, period: period))
  }

  @Test("what shares the period with the message was there before it", arguments: [64, 2048, 8192])
  func samePeriod(period: Int) {
    for offset in [1, 10, period / 2, period - 1] {
      #expect(!isEcho(after: offset, period: period), "\(offset)")
    }
  }

  @Test("a device echoes early in a later period", arguments: [2048, 4096, 8192])
  func devices(period: Int) {
    for turns in 1...2 {
      for offset in [1, 480, min(2880, period - 1)] {
        #expect(isEcho(after: turns * period + offset, period: period), "\(turns), \(offset)")
      }
    }
    // Half a period later nothing comes back, and neither does it after the way there and back.
    if period / 2 > 2880 {
      for turns in 1...4 {
        #expect(!isEcho(after: turns * period + period / 2, period: period), "\(turns)")
      }
    }
    #expect(!isEcho(after: 4 * period + 480, period: period))
  }

  @Test(
    "however long the periods, a press is never lost for longer than twice the time of a device",
    arguments: [64, 2048, 4096, 8192])
  func presses(period: Int) {
    let taken = stride(from: 1, to: max(4 * period, 9600), by: 8).count {
      isEcho(after: $0, period: period)
    }
    #expect(taken * 8 <= 2 * 2880 + 16)
  }

  @Test("half a turn of the clock later nothing that was sent long ago is expected")
  func turnOfTheClock() {
    var filter = EchoFilter(sampleRate: Self.rate)
    let last = FrameTime(1000 + 128 + 2880)
    filter.record(Self.light, at: FrameTime(1000), period: 64)
    filter.expire(at: last)
    var message = Self.press
    let isLastMoment = filter.isEcho(&message, count: 3, at: 0, ofPeriodAt: last)
    #expect(isLastMoment)
    filter.record(Self.light, at: FrameTime(10_000), period: 64)
    filter.expire(at: FrameTime(20_000))
    let isLater = filter.isEcho(
      &message, count: 3, at: 0, ofPeriodAt: FrameTime(10_064 + (1 << 31)))
    #expect(!isLater)
  }

  @Test("many messages, more than are remembered, leave the latest ones known")
  func many() {
    var filter = EchoFilter(sampleRate: Self.rate)
    for number in 0..<300 {
      filter.record(.program(number & 0x7F, channel: number >> 7), at: FrameTime(0), period: 64)
    }
    var (last, old): ([UInt8], [UInt8]) = ([0xC2, 43], [0xC0, 0])
    let isLastEcho = filter.isEcho(&last, count: 2, at: 0, ofPeriodAt: FrameTime(64))
    let isOldEcho = filter.isEcho(&old, count: 2, at: 0, ofPeriodAt: FrameTime(64))
    #expect(isLastEcho && !isOldEcho)
  }
}
