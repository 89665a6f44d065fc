import Console
import Realtime
import Settings
import TestSupport
import Testing

@testable import PeachApp

@Suite("A controller on the start screen")
@MainActor
struct ScreenControlsTests {
  /// A clock that stands still unless it is moved.
  private final class Watch {
    var time = ContinuousClock.now
  }

  @Test("each control does what a key does; one that takes an answer back does nothing")
  func keys() {
    let watch = Watch()
    let hands = ScreenControls { watch.time }
    var keys: [Key] = []
    hands.onKey = { keys.append($0) }
    hands.begin()
    watch.time += .seconds(1)
    for intent in [
      ControlIntent.higher, .lower, .pause, .commit, .again, .stop, .first, .second, .undo,
    ] {
      hands.handle(intent)
    }
    #expect(
      keys == [
        .up, .down, .enter, .enter, .character(" "), .escape, .character("1"), .character("2"),
      ])
  }

  @Test("a pad that was meant for the training that has just ended starts no other one")
  func late() {
    let watch = Watch()
    let hands = ScreenControls { watch.time }
    var count = 0
    hands.onKey = { _ in count += 1 }
    watch.time += .seconds(60)
    hands.begin()
    watch.time += .milliseconds(499)
    hands.handle(.pause)
    #expect(count == 0)
    watch.time += .milliseconds(1)
    hands.handle(.pause)
    #expect(count == 1)
  }

  @Test("what a control does changes with what is asked, and ends with it")
  func use() async throws {
    let settings = MockUserSettings()
    let link = try MockLink(settings)
    try await link.launch()
    let watch = Watch()
    let hands = ScreenControls { watch.time }
    var keys: [Key] = []
    hands.onKey = { keys.append($0) }
    hands.begin()
    watch.time += .seconds(1)
    for use in [nil, OddOneFace().controls, ComparisonFace().controls, nil] {
      hands.listen(on: link.player, MIDISettings(), for: use)
      link.render(64)
      for message in [
        MIDIMessage.noteOn(channel: 0, key: 60, velocity: 90), .noteOff(channel: 0, key: 60),
      ] {
        link.render(64, midi: [TimedMIDIMessage(offset: 0, message: message)])
      }
    }
    #expect(keys == [.character("2"), .character(" ")])
  }
}
