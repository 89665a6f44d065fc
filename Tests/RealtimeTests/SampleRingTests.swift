import Foundation
import Realtime
import Testing

@Suite("SampleRing")
struct SampleRingTests {
  private func push(
    _ count: Int, from first: Int, at frame: UInt32, into ring: SharedRing<SampleRing>
  ) {
    let samples = (first..<first + count).map { Float($0) }
    samples.withUnsafeBufferPointer { buffer in
      if let base = buffer.baseAddress {
        ring.pointer.pointee.push(base, count: count, at: FrameTime(frame))
      }
    }
  }

  private func pop(_ ring: SharedRing<SampleRing>) -> (time: FrameTime, samples: [Float])? {
    var samples: [Float] = []
    return ring.pointer.pointee.pop(into: &samples).map { ($0, samples) }
  }

  @Test("periods of any length come out whole, in order and with their frames, many times around")
  func order() {
    let ring = SharedRing(SampleRing(capacity: 256))
    #expect(pop(ring) == nil)
    var sent = 0
    var received = 0
    var broken = 0
    for round in 0..<500 {
      let count = 1 + round * 37 % 120
      push(count, from: sent, at: UInt32(sent), into: ring)
      sent += count
      while round % 2 == 1, let next = pop(ring) {
        if next.time != FrameTime(UInt32(received))
          || next.samples != (received..<received + next.samples.count).map({ Float($0) })
        {
          broken += 1
        }
        received += next.samples.count
      }
    }
    #expect(broken == 0 && received == sent)
    #expect(ring.pointer.pointee.overrunFrames == 0)
  }

  @Test("a period that finds no room is dropped whole, and its frames are counted")
  func overrun() {
    let ring = SharedRing(SampleRing(capacity: 64))
    push(60, from: 0, at: 0, into: ring)
    push(8, from: 60, at: 60, into: ring)
    #expect(ring.pointer.pointee.overrunFrames == 8)
    push(4, from: 68, at: 68, into: ring)
    #expect(ring.pointer.pointee.next?.count == 60)
    #expect(pop(ring)?.samples.count == 60)
    // The gap shows in the frames.
    #expect(ring.pointer.pointee.next?.time == FrameTime(68))
    #expect(pop(ring)?.samples == [68, 69, 70, 71])
    #expect(pop(ring) == nil)
  }

  @Test("many short periods are dropped when there is no room for another one, and none is torn")
  func shortPeriods() {
    let ring = SharedRing(SampleRing(capacity: 64))
    for frame in 0..<10 { push(1, from: frame, at: UInt32(frame), into: ring) }
    #expect(ring.pointer.pointee.overrunFrames == 6)
    for frame in 0..<4 { #expect(pop(ring)?.samples == [Float(frame)]) }
    #expect(pop(ring) == nil)
  }

  @Test("what is dropped makes room, and does not come out")
  func drop() {
    let ring = SharedRing(SampleRing(capacity: 64))
    for frame in 0..<3 { push(20, from: 20 * frame, at: UInt32(20 * frame), into: ring) }
    ring.pointer.pointee.drop()
    #expect(ring.pointer.pointee.next == nil)
    push(64, from: 60, at: 60, into: ring)
    #expect(pop(ring)?.samples.count == 64)
    #expect(ring.pointer.pointee.overrunFrames == 0)
  }

  @Test("the capacity is at least so many seconds")
  func seconds() {
    for rate in [44_100.0, 48_000, 96_000, 192_000] {
      #expect(Double(SampleRing(seconds: 2, sampleRate: rate).capacity) >= 2 * rate)
    }
  }

  @Test("two threads: every period that is not dropped arrives once, whole and in order")
  func acrossThreads() {
    let ring = SharedRing(SampleRing(capacity: 1024))
    let periods = 20_000
    let done = DispatchSemaphore(value: 0)
    let deadline = ContinuousClock.now + .seconds(120)
    Thread.detachNewThread {
      var sent = 0
      for period in 0..<periods {
        let count = 16 + period % 3 * 24
        push(count, from: sent % 1_000_000, at: UInt32(sent), into: ring)
        sent += count
        if period % 4 == 0 { sched_yield() }
      }
      done.signal()
    }
    var received = 0
    var broken = 0
    var last: Int?
    var isDone = false
    while ContinuousClock.now < deadline {
      guard let next = pop(ring) else {
        if isDone { break }
        isDone = done.wait(timeout: .now()) == .success
        sched_yield()
        continue
      }
      let first = Int(next.time.rawValue)
      let expected = (0..<next.samples.count).map { Float(first % 1_000_000 + $0) }
      if next.samples != expected || last.map({ $0 > first }) == true { broken += 1 }
      last = first + next.samples.count
      received += next.samples.count
    }
    #expect(isDone && broken == 0 && received > 0)
    let sent = (0..<periods).reduce(0) { $0 + 16 + $1 % 3 * 24 }
    #expect(received + ring.pointer.pointee.overrunFrames == sent)
  }
}
