import Foundation
import Music
import Realtime
import TestSupport
import Testing
import Training

@testable import Sound

/// The hand reaches the sound directly: MIDI moves a note in the hand at its own frame.
@Suite("The hand on the sound")
@MainActor
struct HandTests {
  private static let rate = 48_000.0

  private let fixture: PlayerFixture
  private var engine: OfflineEngine { fixture.engine }

  init() throws { fixture = try PlayerFixture() }

  private func knob(_ position: Int) -> MIDIMessage {
    .controlChange(channel: 0, controller: 1, value: UInt8(position))
  }

  private func wheel(_ value: Int16) -> MIDIMessage { .pitchWheel(channel: 0, value: value) }

  /// A note in the hand that began `offset` cents from the slider's target.
  private func held(
    _ target: Double = 440, offset: Double = 0, in fixture: PlayerFixture? = nil
  ) async throws -> any PlaybackHandle {
    let slider = PitchSlider(target: Frequency(hertz: target))
    let handle = try await (fixture ?? self.fixture).hold(
      slider.frequency(at: offset / 100).hertz)
    try handle.arm(slider, at: offset / 100)
    return handle
  }

  private func cents(from hertz: Double) -> Double {
    engine.render(2000)
    return PitchMeter.cents(
      engine.render(9600).left[...], from: hertz, sampleRate: Self.rate)
  }

  @Test(
    "a knob moves the note in the very frame of its message, whatever the period",
    arguments: [16, 64, 256, 1024, 8192])
  func ownFrame(period: Int) async throws {
    let handle = try await held()
    let turns = [(7000, 127), (7001, 90), (8191, 64), (8192, 63), (12_345, 3), (19_999, 64)]
    let messages = [(6000, knob(64))] + turns.map { ($0.0, knob($0.1)) }
    var sound = engine.render(24_000, period: period, midi: messages).left
    handle.stop()
    sound += engine.render(2000).left
    var tone = IdealTone(sampleRate: Self.rate, hertz: 440, start: 0, stop: 24_000)
    tone.bends = turns.map { ($0.0, Double($0.1 - 64) / 127 * 200) }
    let level = sound.rootMeanSquare(in: 1500..<5900)
    let ideal = tone.samples(like: sound, fitting: 1500..<5900)
    #expect(sound.residual(from: ideal, relativeTo: level) < -105)
  }

  @Test("the same movements give the same samples, whatever the period")
  func samePeriods() async throws {
    var generator = SeededGenerator(seed: 5)
    var messages: [(Int, MIDIMessage)] = []
    for _ in 0..<300 {
      let frame = Int.random(in: 1000..<40_000, using: &generator)
      messages.append(
        Bool.random(using: &generator)
          ? (frame, knob(Int.random(in: 0...127, using: &generator)))
          : (frame, wheel(Int16.random(in: -8192...8191, using: &generator))))
    }
    messages.sort { $0.0 < $1.0 }
    var renderings: [[Float]] = []
    for period in [16, 64, 441, 8192] {
      let fixture = try PlayerFixture()
      _ = try await held(in: fixture)
      renderings.append(fixture.engine.render(48_000, period: period, midi: messages).left)
    }
    for rendering in renderings.dropFirst() { #expect(rendering == renderings[0]) }
  }

  @Test(
    "a slider is confirmed when the note sounds there, with the value that sounds")
  func confirmation() async throws {
    let period = 16
    let handle = try await held(offset: 70)
    var confirmed: [Double] = []
    handle.onConfirm = { confirmed.append($0) }
    engine.render(9600, period: period)
    try handle.confirmSlider()
    engine.render(period, period: period)
    engine.deliverEvents()
    #expect(confirmed == [0.7])

    let other = try await held(offset: 70)
    other.onConfirm = { confirmed.append($0) }
    engine.render(9600, period: period)
    try other.moveSlider(to: 0.5)
    try other.confirmSlider()
    engine.render(period, period: period)
    engine.deliverEvents()
    #expect(confirmed == [0.7])
    // From here on no control moves the note.
    engine.render(9600, period: period, midi: [(0, knob(0)), (10, knob(127))])
    engine.deliverEvents()
    #expect(confirmed == [0.7, 0.5])
    handle.stop()
    #expect(abs(cents(from: 440 * exp2(50.0 / 1200))) < 0.01)
  }

  @Test("a note that was stopped is not confirmed, nor is a sound that does not run")
  func withoutConfirmation() async throws {
    let handle = try await held(offset: 70)
    var count = 0
    handle.onConfirm = { _ in count += 1 }
    engine.render(9600)
    try handle.moveSlider(to: 0)
    try handle.confirmSlider()
    engine.deliverEvents()
    handle.stop()
    engine.render(9600)
    engine.deliverEvents()
    #expect(count == 0)
    try fixture.player.confirmSound { count += 1 }
    engine.deliverEvents()
    #expect(count == 0)
    engine.render(64)
    engine.deliverEvents()
    #expect(count == 1)
  }

  @Test("the wheel moves the note at its speed for as long as it is held")
  func wheelSpeed() async throws {
    _ = try await held(offset: -50)
    engine.render(48_000, midi: [(0, wheel(8191)), (24_000, wheel(0))])
    #expect(abs(cents(from: 440)) < 0.1)
    engine.render(48_000, midi: [(0, wheel(-4096)), (38_400, wheel(0))])
    #expect(abs(cents(from: 440 * exp2(-20.0 / 1200))) < 0.1)
  }

  @Test("the slider's value is the pitch that sounds, and it is told")
  func value() async throws {
    var values: [Double] = []
    let handle = try await held(offset: 30)
    handle.onSliderMove = { values.append($0) }
    engine.render(128, midi: [(0, knob(10)), (3, knob(20)), (4, knob(9)), (100, knob(11))])
    #expect(values.count == 2)
    let value = try #require(values.last)
    #expect(abs(value - (0.3 + 2.0 / 127)) < 1e-12)
    #expect(abs(cents(from: 440 * exp2(value * 100 / 1200))) < 0.001)
  }

  @Test("a note that is not in the hand is not moved, nor is a tail")
  func others() async throws {
    let free = try await fixture.hold(330)
    engine.render(4800, midi: [(10, knob(0)), (20, knob(127)), (30, wheel(8191))])
    #expect(abs(cents(from: 330)) < 0.001)
    free.stop()
    engine.render(4800, midi: [(0, wheel(0))])

    let handle = try await held()
    var sound = engine.render(7000).left
    handle.stop()
    sound += engine.render(2000, midi: [(0, knob(0)), (50, wheel(-8192))]).left
    let tone = IdealTone(sampleRate: Self.rate, hertz: 440, start: 0, stop: 7000)
    let ideal = tone.samples(like: sound, fitting: 1500..<6900)
    let level = sound.rootMeanSquare(in: 1500..<6900)
    #expect(sound.residual(from: ideal, relativeTo: level) < -105)
  }

  @Test("keys and knob move one slider")
  func keysAndKnob() async throws {
    let handle = try await held()
    engine.render(64, midi: [(0, knob(64))])
    try handle.adjustFrequency(Frequency(hertz: 440 * exp2(25.0 / 1200)))
    engine.render(64)
    #expect(abs(cents(from: 440 * exp2(25.0 / 1200))) < 0.001)
    engine.render(64, midi: [(0, knob(65))])
    #expect(abs(cents(from: 440 * exp2((25 + 200.0 / 127) / 1200))) < 0.001)
  }

  @Test("a note that is armed somewhere else than it began glides there at once")
  func armedElsewhere() async throws {
    let slider = PitchSlider(target: Frequency(hertz: 440))
    let handle = try await fixture.hold(slider.frequency(at: 0.9).hertz)
    try handle.arm(slider, at: 0.1)
    engine.render(64)
    #expect(abs(cents(from: 440 * exp2(10.0 / 1200))) < 0.001)
  }

  @Test("a held note for which there is no voice says so")
  func refusedNote() async throws {
    for _ in 0..<VoiceBankView.voiceCount { _ = try await fixture.hold(440) }
    let late = try await fixture.hold(500)
    var failures: [AudioError?] = []
    late.onEnd = { failures.append($0) }
    engine.render(64)
    #expect(failures == [.overloaded])
  }

  @Test("a movement by keys is told after the hand's, so that the last one told is what sounds")
  func lastTold() async throws {
    let handle = try await held()
    var values: [Double] = []
    handle.onSliderMove = { values.append($0) }
    engine.render(64, midi: [(0, knob(64)), (1, knob(70))])
    try handle.adjustFrequency(Frequency(hertz: 440 * exp2(25.0 / 1200)))
    engine.render(64)
    #expect(values.count == 2)
    #expect(abs(try #require(values.last) - 0.25) < 1e-9)
  }

  @Test("a report of the slider that does not include the last movement by keys is not told")
  func outdatedReport() async throws {
    let handle = try await held()
    var values: [Double] = []
    handle.onSliderMove = { values.append($0) }
    var (left, right) = ([Float](repeating: 0, count: 64), [Float](repeating: 0, count: 64))
    func renderWithoutDelivering(_ position: Int) {
      [TimedMIDIMessage(offset: 0, message: knob(position))].withUnsafeBufferPointer {
        engine.renderPeriod(left: &left, right: &right, frames: 64, midi: $0)
      }
    }
    renderWithoutDelivering(64)
    try handle.moveSlider(to: 0.1)
    renderWithoutDelivering(64)
    try handle.moveSlider(to: 0.2)
    engine.deliverEvents()
    #expect(values.isEmpty)
    // The knob moves on from where the keys have put the slider.
    renderWithoutDelivering(74)
    engine.deliverEvents()
    #expect(values.count == 1)
    #expect(abs(try #require(values.last) - (0.2 + 20.0 / 127)) < 1e-12)
    // The note is armed elsewhere: what was reported before says nothing of that.
    renderWithoutDelivering(84)
    try handle.arm(PitchSlider(target: Frequency(hertz: 440)), at: -0.5)
    engine.deliverEvents()
    #expect(values.count == 1)
  }

  @Test("a commit by pedal or key tells the value of its frame and takes the note out of the hand")
  func commit() async throws {
    var intents: [(ControlIntent, Double)] = []
    fixture.player.onIntent = { intents.append(($0, $1)) }
    var bindings = ControlBindings()
    bindings.buttons.setController(64, .commit)
    bindings.buttons.setKey(72, .higher)
    try fixture.player.bind(bindings)
    let pedal = MIDIMessage.controlChange(channel: 0, controller: 64, value: 127)
    // Without a note in the hand there is nothing to commit.
    engine.render(
      64, midi: [(0, pedal), (9, .controlChange(channel: 0, controller: 64, value: 0))])
    #expect(intents.isEmpty)

    _ = try await held()
    engine.render(4800, midi: [(0, knob(64)), (40, knob(84)), (41, pedal), (42, knob(20))])
    let value = 20.0 / 127 * 2
    #expect(intents.map(\.0) == [.commit])
    #expect(abs(intents[0].1 - value) < 1e-12)
    // What was committed is what goes on sounding until it is stopped.
    #expect(abs(cents(from: 440 * exp2(value * 100 / 1200))) < 0.001)
    engine.render(64, midi: [(0, .noteOn(channel: 3, key: 72, velocity: 5))])
    #expect(intents.map(\.0) == [.commit, .higher])
  }

  @Test(
    "the control of the level is reported once a period, with its last position, and does nothing else"
  )
  func level() async throws {
    var positions: [Double] = []
    fixture.player.onLevel = { positions.append($0) }
    var intents: [ControlIntent] = []
    fixture.player.onIntent = { intent, _ in intents.append(intent) }
    var bindings = ControlBindings()
    bindings.levelController = 7
    bindings.buttons.setController(7, .commit)
    bindings.buttons.setController(67, .again)
    try fixture.player.bind(bindings)
    func control(_ number: UInt8, _ value: UInt8) -> MIDIMessage {
      .controlChange(channel: 0, controller: number, value: value)
    }
    engine.render(64, midi: [(0, control(7, 10)), (9, control(7, 127)), (20, control(67, 127))])
    #expect(positions == [1])
    engine.render(64, midi: [(3, control(7, 0))])
    engine.render(64)
    #expect(positions == [1, 0])
    #expect(intents == [.again])
  }

  @Test("letting go of a wheel that is a position commits what was held")
  func wheelReleased() async throws {
    var intents: [(ControlIntent, Double)] = []
    fixture.player.onIntent = { intents.append(($0, $1)) }
    var bindings = ControlBindings()
    bindings.slider.wheel = .position
    try fixture.player.bind(bindings)
    _ = try await held()
    // Up to a half, held for half a second, and back within 15 ms.
    engine.render(
      48_000,
      midi: [
        (0, wheel(2048)), (500, wheel(4096)), (24_500, wheel(2500)), (24_800, wheel(900)),
        (25_200, wheel(0)),
      ])
    #expect(intents.map(\.0) == [.commit])
    let value = 4096.0 / 8191
    #expect(abs(intents[0].1 - value) < 1e-12)
    #expect(abs(cents(from: 440 * exp2(value * 100 / 1200))) < 0.001)
  }

  @Test("a slider that reaches beyond what may sound is refused, and the note goes on")
  func refusedSlider() async throws {
    let handle = try await fixture.hold(440)
    let far = PitchSlider(target: Frequency(hertz: 440 * exp2(101.0 / 1200)))
    #expect(throws: AudioError.self) { try handle.arm(far, at: 0) }
    let low = try await fixture.hold(20.5)
    #expect(throws: AudioError.self) {
      try low.arm(PitchSlider(target: Frequency(hertz: 20.5)), at: 0)
    }
    handle.stop()
    #expect(throws: AudioError.noteEnded) {
      try handle.arm(PitchSlider(target: Frequency(hertz: 440)), at: 0)
    }
  }

  @Test("a flood that the main thread does not keep up with costs no note's end")
  func flood() async throws {
    let handle = try await held()
    var left = [Float](repeating: 0, count: 64)
    var right = left
    // Nobody takes the events meanwhile: thousands of periods, each with movement to tell.
    for period in 0..<3000 {
      let turn = [TimedMIDIMessage(offset: 0, message: knob(period % 128))]
      turn.withUnsafeBufferPointer {
        engine.renderPeriod(left: &left, right: &right, frames: 64, midi: $0)
      }
    }
    handle.stop()
    engine.renderPeriod(left: &left, right: &right, frames: 64)
    engine.render(2000)
    #expect(fixture.ends.count == 1)
    #expect(engine.lostEvents == 0)
  }

  /// The frame in which the pitch last moved, and where the slider was reported then.
  private func lastMovement() -> FrameTime? {
    fixture.events.last { if case .slider = $0.kind { true } else { false } }?.frame
  }

  @Test("a wheel whose last message was lost stops after its timeout, and moves no later note")
  func lostWheel() async throws {
    let first = try await held(offset: -100)
    let start = engine.time
    engine.render(64, midi: [(0, wheel(500))])
    engine.render(48_000 * 3)
    let stopped = try #require(lastMovement()).distance(since: start)
    #expect((95_000...96_064).contains(stopped))
    first.stop()
    engine.render(4800)
    fixture.forgetEvents()
    let second = try await held(offset: 50)
    engine.render(48_000)
    #expect(abs(cents(from: 440 * exp2(50.0 / 1200))) < 0.02)
    second.stop()
  }

  @Test(
    "a disconnection and CC 121 stop a wheel at once and leave the note; CC 120 and 123 end both")
  func resetControls() async throws {
    for way in [nil, 120, 121, 123] as [UInt8?] {
      let fixture = try PlayerFixture()
      _ = try await held(offset: -100, in: fixture)
      fixture.engine.render(4800, midi: [(0, wheel(8191))])
      var reset: [(frame: Int, message: MIDIMessage)] = []
      if let way {
        reset = [(0, .controlChange(channel: 0, controller: way, value: 0))]
      } else {
        #expect(fixture.engine.send(Command(.resetControls)))
      }
      fixture.engine.render(64, midi: reset)
      fixture.forgetEvents()
      fixture.engine.render(48_000)
      #expect(
        !fixture.events.contains { if case .slider = $0.kind { true } else { false } },
        "\(way ?? 0)")
      #expect(fixture.ends.isEmpty == (way == nil || way == 121), "\(way ?? 0)")
    }
  }

  @Test(
    "a fader that its motor has moved says first where it is; a held pedal is not pressed again")
  func forgottenSlider() async throws {
    var bindings = ControlBindings()
    bindings.buttons.setController(67, .again)
    try fixture.player.bind(bindings)
    _ = try await held()
    func pedal(_ value: UInt8) -> MIDIMessage {
      .controlChange(channel: 0, controller: 67, value: value)
    }
    func moves() -> Int {
      fixture.events.count { if case .slider = $0.kind { true } else { false } }
    }
    engine.render(4800, midi: [(0, knob(20)), (10, pedal(127))])
    #expect(fixture.engine.send(Command(.followMotor)))
    fixture.forgetEvents()
    engine.render(4800, midi: [(0, knob(60)), (10, pedal(120)), (20, knob(80)), (30, knob(100))])
    #expect(moves() == 0)
    engine.render(24_000)
    #expect(!fixture.events.contains { if case .intent = $0.kind { true } else { false } })
    engine.render(4800, midi: [(0, knob(110))])
    #expect(moves() > 0)
  }

  @Test("a wheel that a motor leads to its centre commits nothing, and moves a note from there on")
  func motorOnTheWheel() async throws {
    for use in [SliderBindings.Wheel.position, .speed] {
      let fixture = try PlayerFixture()
      var bindings = ControlBindings()
      bindings.slider.wheel = use
      try fixture.player.bind(bindings)
      let first = try await held(in: fixture)
      fixture.engine.render(4800, midi: [(0, wheel(6000))])
      first.stop()
      #expect(fixture.engine.send(Command(.followMotor)))
      fixture.engine.render(4800)
      _ = try await held(in: fixture)
      fixture.forgetEvents()
      fixture.engine.render(
        24_000, midi: [(0, wheel(6000)), (2000, wheel(3000)), (4000, wheel(500)), (6000, wheel(0))])
      #expect(
        !fixture.events.contains {
          switch $0.kind {
          case .intent, .slider: true
          default: false
          }
        })
      fixture.engine.render(4800, midi: [(0, wheel(4096))])
      #expect(fixture.events.contains { if case .slider = $0.kind { true } else { false } })
    }
  }

  @Test("a reset commits nothing, also if the wheel is a position that is let go of")
  func resetIsNoCommit() async throws {
    var bindings = ControlBindings()
    bindings.slider.wheel = .position
    try fixture.player.bind(bindings)
    _ = try await held()
    engine.render(4800, midi: [(0, wheel(4096))])
    engine.render(4800, midi: [(0, .controlChange(channel: 0, controller: 121, value: 0))])
    #expect(!fixture.events.contains { if case .intent = $0.kind { true } else { false } })
  }
}
