import CJack
import Foundation
import Music
import Realtime
import TestSupport
import Testing
import Training

@testable import Sound

@Suite("Latency between Peach's ports")
@MainActor
struct PortLatencyTests {
  private func range(_ min: UInt32, _ max: UInt32) -> jack_latency_range_t {
    jack_latency_range_t(min: min, max: max)
  }

  @Test("a delay is added to both ends, and no number is too great")
  func delay() {
    let delayed = PortLatency.delayed(range(10, 20), by: 23)
    #expect([delayed.min, delayed.max] == [33, 43])
    let greatest = PortLatency.delayed(range(.max - 5, .max), by: 23)
    #expect([greatest.min, greatest.max] == [.max, .max])
  }

  @Test("two ways make one range; one without latency counts only alone")
  func union() {
    let cases: [(jack_latency_range_t, jack_latency_range_t, [UInt32])] = [
      (range(10, 20), range(15, 30), [10, 30]), (range(10, 20), range(0, 0), [10, 20]),
      (range(0, 0), range(7, 9), [7, 9]), (range(0, 0), range(0, 0), [0, 0]),
      (range(0, 5), range(3, 4), [0, 5]),
    ]
    for (first, second, expected) in cases {
      let union = PortLatency.union(first, second)
      #expect([union.min, union.max] == expected)
    }
  }

  @Test(
    "the delay of a control is that of its glide, at every rate",
    arguments: [44_100.0, 48_000, 96_000, 192_000])
  func control(rate: Double) {
    let delay = Double(PortLatency.controlDelay(at: rate))
    // What a glide by one is short of its goal, summed up over the frames, is its delay.
    let length = VoiceBank.glideLength(at: rate)
    let memory = UnsafeMutablePointer<Double>.allocate(capacity: Glide.averages * length)
    defer { memory.deallocate() }
    memory.initialize(repeating: 0, count: Glide.averages * length)
    var glide = Glide(length: length, memory: memory)
    glide.restart(at: 0)
    glide.move(to: 1)
    var missing = 0.0
    while glide.isMoving { missing += 1 - glide.next() }
    #expect(delay >= missing - 1e-9 && delay < missing + 1)
  }

  @Test("a note begins in the frame of its command: the resampler delays nothing")
  func note() throws {
    let fixture = try PlayerFixture()
    try fixture.install()
    for offset in [0, 1, 37, 63] {
      let delay = UInt32(640 + offset)
      #expect(fixture.engine.send(Command(fixture.start(note: 1, delay: delay))))
      let sound = fixture.engine.render(6400).left
      // A sine may pass through zero in the very first frame.
      let first = try #require(sound.firstIndex { $0 != 0 })
      #expect((640 + offset...640 + offset + 1).contains(first))
      #expect(fixture.engine.send(Command(.stopAll)))
      fixture.engine.render(6400)
    }
  }
}
