import Realtime
import Testing
import Training

@testable import Sound

/// Time is frames: when the callback does what.
@Suite("Commands and their frames")
@MainActor
struct ScheduleTests {
  private let fixture: PlayerFixture
  private var engine: OfflineEngine { fixture.engine }

  init() throws { fixture = try PlayerFixture() }

  @Test(
    "a note begins in its very frame; one that is stopped before it never sounds, and its end is told"
  )
  func stopBeforeStart() throws {
    _ = engine.render(64)
    try fixture.install()
    let begin = engine.time
    #expect(engine.send(Command(fixture.start(note: 1, delay: 333))))
    #expect(engine.send(Command(fixture.start(note: 2, delay: 1000))))
    let first = engine.render(640)
    #expect(fixture.starts == [begin.advanced(by: 333)])
    #expect((333..<340).contains(try #require(first.extent).lowerBound))
    for note in 1...2 { #expect(engine.send(Command(.stop(NoteID(UInt32(note)))))) }
    engine.render(4096)
    #expect(fixture.ends.count == 2 && fixture.starts.count == 1)
    #expect(engine.render(4096).extent == nil)
  }

  @Test("no more than a number of commands are handled in a period; the others follow in theirs")
  func manyCommands() throws {
    try fixture.install()
    engine.render(64)
    let count = 2 * ProcessState.mostCommands
    for _ in 0..<count - 1 { #expect(engine.send(Command(.resetControls))) }
    #expect(engine.send(Command(fixture.start(note: 1))))
    engine.render(64)
    #expect(fixture.starts.isEmpty)
    let second = engine.time
    engine.render(64)
    #expect(fixture.starts == [second])
  }

  @Test("an output without the other is silent, and commands wait until both are there")
  func missingOutput() throws {
    try fixture.install()
    #expect(engine.send(Command(fixture.start(note: 1))))
    for isLeft in [true, false] {
      var samples = [Float](repeating: .nan, count: 64)
      samples.withUnsafeMutableBufferPointer {
        engine.renderPeriod(
          left: isLeft ? $0.baseAddress : nil, right: isLeft ? nil : $0.baseAddress, frames: 64)
      }
      #expect(samples.allSatisfy { $0 == 0 })
    }
    engine.renderPeriod(left: nil, right: nil, frames: 64)
    engine.deliverEvents()
    #expect(fixture.starts.isEmpty)
    #expect(engine.render(2000).peak > 0)
    #expect(fixture.starts.count == 1)
  }

  @Test(
    "MIDI that comes in a period without outputs is handled in its own frame: it does not come again"
  )
  func midiWithoutOutputs() async throws {
    let note = try await fixture.hold(440)
    engine.render(4800)
    var panics: [SoundTime?] = []
    fixture.player.onPanic = { panics.append(fixture.player.eventTime) }
    let time = engine.time
    let message = MIDIMessage.controlChange(channel: 0, controller: 120, value: 0)
    [TimedMIDIMessage(offset: 17, message: message)].withUnsafeBufferPointer {
      engine.renderPeriod(left: nil, right: nil, frames: 64, midi: $0)
    }
    engine.deliverEvents()
    #expect(panics == [SoundTime(frame: time.advanced(by: 17).rawValue, rate: 48_000)])
    // The note fades out as soon as there are outputs again.
    engine.render(4800)
    #expect(fixture.ends.count == 1)
    note.stop()
  }

  @Test("an echo asks for nothing, and a release that looks like one does not spoil the next press")
  func echoes() throws {
    var bindings = ControlBindings()
    bindings.buttons.setController(32, .higher)
    try fixture.player.bind(bindings)
    var intents: [ControlIntent] = []
    fixture.player.onIntent = { intent, _ in intents.append(intent) }
    func receive(_ value: UInt8, isEcho: Bool) {
      let message = MIDIMessage.controlChange(channel: 0, controller: 32, value: value)
      var (left, right) = ([Float](repeating: 0, count: 64), [Float](repeating: 0, count: 64))
      [TimedMIDIMessage(offset: 0, message: message, isEcho: isEcho)].withUnsafeBufferPointer {
        engine.renderPeriod(left: &left, right: &right, frames: 64, midi: $0)
      }
      engine.deliverEvents()
    }
    receive(127, isEcho: true)
    #expect(intents.isEmpty)
    receive(127, isEcho: false)
    receive(0, isEcho: true)
    receive(127, isEcho: false)
    #expect(intents == [.higher, .higher])
  }
}
