import Foundation
import Music
import Realtime
import TestSupport
import Testing

@testable import Sound

@Suite("Panic by MIDI")
@MainActor
struct PanicTests {
  private let fixture: PlayerFixture
  private var engine: OfflineEngine { fixture.engine }

  init() throws { fixture = try PlayerFixture() }

  private func mode(_ controller: UInt8, channel: UInt8 = 0) -> MIDIMessage {
    .controlChange(channel: channel, controller: controller, value: 0)
  }

  @Test(
    "all sound off and all notes off fade everything out from their own frame on, and are told once",
    arguments: [UInt8(120), 123], [16, 64, 1024])
  func silence(controller: UInt8, period: Int) async throws {
    var panics = 0
    fixture.player.onPanic = { panics += 1 }
    _ = try await fixture.hold(440)
    _ = try await fixture.hold(660)
    // As a sequencer sends it: on every channel.
    let flood = (0..<16).map { (frame: 5003, message: mode(controller, channel: $0)) }
    engine.render(8192, period: period, midi: flood)
    let fade = Int((FadeCurve.seconds * 48_000).rounded(.up))
    for (start, end) in zip(fixture.starts, fixture.ends) {
      #expect(end.distance(since: start) == 5003 + fade)
    }
    #expect(fixture.ends.count == 2)
    #expect(panics == 1)
    #expect(engine.render(1024).extent == nil)
    // The next note sounds as any other.
    _ = try await fixture.hold(440)
    #expect(engine.render(4800).peak > 0)
  }

  @Test("notes of a sound that was changed meanwhile fall silent with those of the present one")
  func formerSound() async throws {
    _ = try await fixture.hold(440)
    engine.render(4800)
    fixture.settings.soundSource = SoundSourceID(bank: 8, program: 82)
    _ = try await fixture.hold(660)
    engine.render(4800)
    engine.render(8192, midi: [(0, mode(120))])
    #expect(fixture.starts.count == 2 && fixture.ends.count == 2)
    #expect(engine.render(1024).extent == nil)
  }

  @Test("a note that waits for its frame never begins")
  func scheduled() throws {
    try fixture.install()
    #expect(engine.send(Command(fixture.start(note: 7, delay: 4000))))
    let sound = engine.render(8192, midi: [(1000, mode(120))])
    #expect(sound.extent == nil)
    #expect(fixture.starts.isEmpty)
    #expect(fixture.ends == [engine.time.advanced(by: 1000 - 8192)])
  }

  @Test("other mode messages, other channels and the habit of a keyboard silence nothing")
  func others() async throws {
    var panics = 0
    fixture.player.onPanic = { panics += 1 }
    var bindings = ControlBindings()
    bindings.channel = 3
    try fixture.player.bind(bindings)
    _ = try await fixture.hold(440)
    engine.render(
      9600,
      midi: [
        (100, mode(120, channel: 2)), (200, mode(121, channel: 3)), (300, mode(124, channel: 3)),
        (400, .noteOn(channel: 3, key: 60, velocity: 9)), (900, .noteOff(channel: 3, key: 60)),
        (901, mode(123, channel: 3)),
      ])
    #expect(panics == 0 && fixture.ends.isEmpty)
    engine.render(9600, midi: [(4000, mode(123, channel: 3))])
    #expect(panics == 1 && fixture.ends.count == 1)
  }

  @Test("the report waits while the main thread is behind, and comes then")
  func report() async throws {
    var panics = 0
    fixture.player.onPanic = { panics += 1 }
    var left = [Float](repeating: 0, count: 64)
    var right = left
    // Every intent is an event of its own until the ring keeps its rest for what must arrive.
    var bindings = ControlBindings()
    for key in 0..<128 { bindings.buttons.setKey(key, .higher) }
    try fixture.player.bind(bindings)
    engine.render(64)
    let keys = (0..<128).map {
      TimedMIDIMessage(offset: 0, message: .noteOn(channel: 0, key: $0, velocity: 1))
    }
    let releases = (0..<128).map {
      TimedMIDIMessage(offset: 0, message: .noteOff(channel: 0, key: $0))
    }
    for _ in 0..<16 {
      for messages in [keys, releases] {
        messages.withUnsafeBufferPointer {
          engine.renderPeriod(left: &left, right: &right, frames: 64, midi: $0)
        }
      }
    }
    [TimedMIDIMessage(offset: 0, message: mode(120))].withUnsafeBufferPointer {
      engine.renderPeriod(left: &left, right: &right, frames: 64, midi: $0)
    }
    engine.deliverEvents()
    #expect(panics == 0)
    engine.render(64)
    #expect(panics == 1)
  }
}
