import Music
import Realtime
import TestSupport
import Testing
import Training

@testable import Sound

/// More requests than the ring to the callback has room for, before the callback runs.
@Suite("Floods of commands")
@MainActor
struct CommandFloodTests {
  private func cents(_ value: Int) -> Frequency {
    Frequency(hertz: 440).shifted(by: Cents(Double(value)))
  }

  @Test("a thousand movements are no error: the last one sounds, and what follows them comes after")
  func movements() async throws {
    let fixture = try PlayerFixture(commandCapacity: 16)
    let handle = try await fixture.hold(440)
    fixture.engine.render(4800)
    for value in 0..<1000 { try handle.adjustFrequency(cents(value % 200)) }
    try handle.adjustFrequency(cents(50))
    fixture.engine.render(9600, period: 64)
    let sound = fixture.engine.render(9600).left[...]
    #expect(abs(PitchMeter.cents(sound, from: cents(50).hertz, sampleRate: 48_000)) < 0.01)
    for value in 0..<1000 { try handle.adjustFrequency(cents(value % 200)) }
    handle.stop()
    fixture.engine.render(4800, period: 64)
    #expect(fixture.ends.count == 1)
  }

  @Test("a thousand levels are no error for the note that follows them, and the last one counts")
  func levels() async throws {
    let fixture = try PlayerFixture(commandCapacity: 16)
    _ = try await fixture.hold(440)
    fixture.engine.render(4800)
    let loud = fixture.engine.render(4800).peak
    for value in 0..<1000 {
      fixture.settings.outputLevel = AmplitudeDB(Double(-40 + value % 20))
      #expect(fixture.player.updateLevel())
    }
    fixture.settings.outputLevel = AmplitudeDB(-20)
    fixture.player.stopAll()
    _ = try await fixture.hold(440)
    fixture.engine.render(9600, period: 64)
    #expect(abs(fixture.engine.render(4800).peak / loud - 0.1) < 0.001)
  }

  @Test("of bindings that follow each other within a period the last ones apply")
  func bindings() async throws {
    let fixture = try PlayerFixture(commandCapacity: 16)
    var intents: [ControlIntent] = []
    fixture.player.onIntent = { intent, _ in intents.append(intent) }
    var bindings = ControlBindings()
    for round in 0..<1000 {
      bindings.buttons.setController(32, round == 999 ? .higher : .lower)
      try fixture.player.bind(bindings)
    }
    #expect(fixture.player.lent.count == 1)
    fixture.engine.render(128, period: 64)
    #expect(fixture.player.lent.count == 0)
    fixture.engine.render(64, midi: [(0, .controlChange(channel: 0, controller: 32, value: 127))])
    #expect(intents == [.higher])
  }

  @Test("questions whether the sound runs are asked one at a time, and all are answered")
  func questions() throws {
    let fixture = try PlayerFixture(commandCapacity: 16)
    var answers: [Int] = []
    for number in 0..<1000 { try fixture.player.confirmSound { answers.append(number) } }
    #expect(fixture.engine.commandCount == 1)
    fixture.engine.render(64)
    #expect(answers == [0])
    fixture.engine.render(64)
    #expect(answers == Array(0..<1000))
  }

  @Test(
    "a note that is silenced and begun again a thousand times before the callback runs is two commands a period",
    arguments: [64, 2048, 8192])
  func beginnings(period: Int) async throws {
    let fixture = try PlayerFixture()
    _ = try await fixture.hold(440)
    fixture.engine.render(4800)
    var last: Task<Void, any Error>?
    for _ in 0..<1000 {
      last?.cancel()
      fixture.player.stopAll()
      last = Task { _ = try await fixture.hold(440) }
      await Task.yield()
    }
    #expect(fixture.engine.commandCount <= 3)
    _ = await fixture.settle { false }
    fixture.forgetEvents()
    fixture.engine.render(max(9600, 2 * period), period: period)
    try await last?.value
    fixture.engine.render(period, period: period)
    #expect(fixture.starts.count <= 2)
    #expect(fixture.player.room.notes.count == 1)
    #expect(fixture.engine.render(4800).peak > 0)
  }

  @Test("a setting takes the place of one that waits, unless something else came in between")
  func order() {
    let ring = CommandRing(capacity: 1)
    var queue = CommandQueue()
    let note = NoteID(7)
    queue.send(Command(.stopAll), to: ring)
    for number in 1...3 as ClosedRange<UInt32> {
      queue.send(Command(.setLevel(gain: Double(number))), to: ring)
      queue.send(Command(.moveSlider(note, value: 0.1, number: number)), to: ring)
    }
    queue.send(Command(.confirmSlider(note)), to: ring)
    queue.send(Command(.moveSlider(note, value: 0.2, number: 4)), to: ring)
    queue.send(Command(.moveSlider(NoteID(8), value: 0.2, number: 1)), to: ring)
    var sent: [String] = []
    while let command = ring.pop() {
      switch command.action {
      case .stopAll: sent.append("stopAll")
      case .setLevel(let gain): sent.append("level \(gain)")
      case .moveSlider(let note, _, let number): sent.append("slider \(note.rawValue) \(number)")
      case .confirmSlider: sent.append("confirm")
      default: sent.append("?")
      }
      queue.flush(to: ring)
    }
    #expect(sent == ["stopAll", "level 3.0", "slider 7 3", "confirm", "slider 7 4", "slider 8 1"])
  }
}
