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
