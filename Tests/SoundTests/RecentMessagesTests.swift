import Realtime
import Testing

@testable import Sound

@Suite("Messages that may have to be sent again")
struct RecentMessagesTests {
  private let begin = ContinuousClock.now

  @Test("the last message of each control is kept, in order, on each channel by itself")
  func latest() {
    var recent = RecentMessages()
    recent.record(.program(3, channel: 0), at: begin)
    recent.record(.note(1, velocity: 127, channel: 0), at: begin)
    recent.record(.note(1, velocity: 5, channel: 1), at: begin)
    recent.record(.controller(1, value: 9, channel: 0), at: begin)
    recent.record(.pitchWheel(20, channel: 0), at: begin)
    recent.record(.note(1, velocity: 0, channel: 0), at: begin)
    recent.record(.pitchWheel(8192, channel: 0), at: begin)
    recent.record(.program(4, channel: 0), at: begin)
    #expect(
      recent.present(at: begin) == [
        .note(1, velocity: 5, channel: 1), .controller(1, value: 9, channel: 0),
        .note(1, velocity: 0, channel: 0), .pitchWheel(8192, channel: 0), .program(4, channel: 0),
      ])
  }

  @Test("after five seconds a message is forgotten")
  func lifetime() {
    var recent = RecentMessages()
    recent.record(.program(3, channel: 0), at: begin)
    recent.record(.note(1, velocity: 1, channel: 0), at: begin + .seconds(2))
    #expect(recent.present(at: begin + .seconds(5)).count == 2)
    #expect(recent.present(at: begin + .seconds(6)) == [.note(1, velocity: 1, channel: 0)])
    #expect(recent.present(at: begin + .seconds(60)).isEmpty)
  }
}
