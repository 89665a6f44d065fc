import Realtime
import Testing

@Suite("FrameTime")
struct FrameTimeTests {
  @Test("distances are signed")
  func distances() {
    #expect(FrameTime(100).distance(since: FrameTime(40)) == 60)
    #expect(FrameTime(40).distance(since: FrameTime(100)) == -60)
  }

  @Test("the clock wraps around without a jump")
  func wrapAround() {
    let late = FrameTime(.max - 9)
    #expect(late.advanced(by: 10) == FrameTime(0))
    #expect(FrameTime(5).distance(since: late) == 15)
    #expect(late.distance(since: FrameTime(5)) == -15)
  }
}

@Suite("FrameClock")
struct FrameClockTests {
  @Test("the clock goes on through its wrap-arounds, for longer than 32 bits hold")
  func days() {
    var clock = FrameClock()
    let start: UInt32 = .max - 100_000
    #expect(clock.advance(to: FrameTime(start)) == 0)
    var now = 0
    // Three days at 48 kHz, an hour at a time and then a period.
    for _ in 0..<72 {
      now += 48_000 * 3600
      let hour = clock.advance(to: FrameTime(start).advanced(by: now))
      #expect(hour == now)
      now += 64
      let period = clock.advance(to: FrameTime(start).advanced(by: now))
      #expect(period == now)
    }
    #expect(now > 2 * Int(UInt32.max))
    // A server's clock that goes back does not take this one along.
    let back = clock.advance(to: FrameTime(start).advanced(by: now - 1000))
    #expect(back == now)
  }
}
