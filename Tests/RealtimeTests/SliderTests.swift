import Foundation
import Realtime
import Testing

@Suite("Slider")
struct SliderTests {
  private func controller(_ value: UInt8, number: UInt8 = 1) -> MIDIMessage {
    .controlChange(channel: 0, controller: number, value: value)
  }

  private func wheel(_ value: Int16) -> MIDIMessage { .pitchWheel(channel: 0, value: value) }

  private func armed(at value: Double = 0, _ change: (inout SliderBindings) -> Void = { _ in })
    -> SharedSlider
  {
    var bindings = SliderBindings()
    change(&bindings)
    let slider = SharedSlider(bindings)
    slider.arm(at: value)
    return slider
  }

  @Test("a knob's movement counts, not where it stands")
  func anchoring() {
    let slider = armed(at: 0.25)
    #expect(!slider.handle(controller(100)))
    #expect(slider.value == 0.25)
    #expect(slider.handle(controller(90)))
    #expect(abs(slider.value - (0.25 - 20.0 / 127)) < 1e-12)
  }

  @Test("what the knob does between two notes moves nothing and is not forgotten")
  func unarmed() {
    let slider = armed()
    _ = slider.handle(controller(20))
    slider.disarm()
    #expect(!slider.handle(controller(120)))
    slider.arm(at: -0.5)
    #expect(slider.value == -0.5)
    #expect(slider.handle(controller(121)))
    #expect(abs(slider.value - (-0.5 + 2.0 / 127)) < 1e-12)
  }

  @Test("the slider ends at ±1, and the way back begins at once")
  func ends() {
    let slider = armed(at: 0.9)
    for position in [20, 64, 100] as [UInt8] { _ = slider.handle(controller(position)) }
    #expect(slider.value == 1)
    #expect(!slider.handle(controller(101)))
    #expect(slider.handle(controller(100)))
    #expect(abs(slider.value - (1 - 2.0 / 127)) < 1e-12)
  }

  @Test("other controllers and notes move nothing")
  func others() {
    let slider = armed()
    _ = slider.handle(controller(0))
    #expect(!slider.handle(controller(99, number: 7)))
    #expect(!slider.handle(.noteOn(channel: 0, key: 60, velocity: 100)))
    #expect(!slider.handle(.programChange(channel: 0, program: 1)))
    #expect(slider.value == 0)
  }

  @Test("two controllers that send the same on channels of their own do not disturb each other")
  func twoKnobs() {
    let slider = armed()
    func other(_ value: UInt8) -> MIDIMessage {
      .controlChange(channel: 5, controller: 1, value: value)
    }
    #expect(!slider.handle(controller(20)))
    #expect(!slider.handle(other(100)), "it only says where it stands")
    #expect(slider.handle(controller(30)))
    #expect(abs(slider.value - 20.0 / 127) < 1e-12)
    #expect(slider.handle(other(90)))
    #expect(abs(slider.value) < 1e-12)
  }

  @Test("of two wheels the one that was deflected last drives; one at rest stops no other")
  func twoWheels() {
    let slider = armed()
    func other(_ value: Int16) -> MIDIMessage { .pitchWheel(channel: 5, value: value) }
    _ = slider.handle(wheel(8191))
    _ = slider.handle(other(0))
    #expect(slider.isMoving)
    _ = slider.handle(other(-8192))
    #expect(slider.advance(seconds: 0.1) && slider.value < 0)
    _ = slider.handle(other(0))
    _ = slider.advance(seconds: 0.1)
    #expect(!slider.isMoving)
    _ = slider.handle(wheel(4096))
    #expect(slider.isMoving)
  }

  @Test("two wheels that are held in turn move the slider as far as they move, and no further")
  func twoHeldWheels() {
    let slider = armed { $0.wheel = .position }
    func bend(_ channel: UInt8, _ value: Int16) {
      _ = slider.handle(.pitchWheel(channel: channel, value: value))
    }
    for step in 0..<40 as Range<Int16> {
      bend(2, 819 + step % 2)
      bend(3, 1638 - step % 2)
    }
    #expect(abs(slider.value - (819.0 + 1638) / 8191) < 0.001)
    // The wheel of the previous note is still held; another one is not.
    let next = armed { $0.wheel = .position }
    _ = next.handle(wheel(4000))
    next.arm(at: 0)
    _ = next.handle(.pitchWheel(channel: 5, value: 819))
    #expect(abs(next.value - 819.0 / 8191) < 1e-9)
  }

  @Test("a finger that has a channel of its own lets go of its wheel with its key")
  func fingers() {
    let slider = armed()
    func bend(_ channel: UInt8) -> MIDIMessage { .pitchWheel(channel: channel, value: 5000) }
    func release(_ channel: UInt8) -> MIDIMessage { .noteOff(channel: channel, key: 60) }
    _ = slider.handle(.pitchWheel(channel: 1, value: 0))
    _ = slider.handle(release(1))
    _ = slider.handle(bend(2))
    #expect(slider.isMoving)
    _ = slider.handle(release(3))
    #expect(slider.isMoving, "another finger")
    _ = slider.handle(release(2))
    #expect(!slider.isMoving)
  }

  @Test("pads with a channel of their own do not make the wheel of the keys a finger")
  func pads() {
    let slider = armed()
    _ = slider.handle(.noteOff(channel: 9, key: 36))
    _ = slider.handle(wheel(5000))
    _ = slider.handle(.noteOff(channel: 0, key: 60))
    #expect(slider.isMoving)
  }

  @Test("on a keyboard with one channel the release of a key does not release the wheel")
  func keysBesideWheel() {
    let slider = armed()
    _ = slider.handle(wheel(5000))
    for key: UInt8 in [60, 62] { _ = slider.handle(.noteOff(channel: 0, key: key)) }
    #expect(slider.isMoving)
  }

  @Test("the wheel's deflection is a speed, its centre holds")
  func wheelSpeed() {
    let slider = armed()
    #expect(!slider.handle(wheel(8191)))
    #expect(slider.isMoving)
    for _ in 0..<10 { #expect(slider.advance(seconds: 0.05)) }
    #expect(abs(slider.value - 0.5) < 1e-12)
    _ = slider.handle(wheel(-4096))
    for _ in 0..<10 { _ = slider.advance(seconds: 0.05) }
    // Half the deflection, a quarter of the speed.
    #expect(abs(slider.value - 0.375) < 1e-12)
    _ = slider.handle(wheel(0))
    #expect(!slider.isMoving)
    #expect(!slider.advance(seconds: 1))
  }

  @Test(
    "a deflected wheel that sends nothing for the timeout counts as released",
    arguments: [0.5, 2.0])
  func silentWheel(timeout: Double) {
    let slider = armed { $0.wheelTimeout = timeout }
    _ = slider.handle(wheel(8191))
    slider.wait(seconds: timeout - 0.01)
    #expect(slider.isMoving)
    slider.wait(seconds: 0.02)
    #expect(!slider.isMoving)
    let value = slider.value
    // The next note is not moved either, and the wheel is back with its next message.
    slider.disarm()
    slider.arm(at: 0.5)
    #expect(!slider.isMoving)
    _ = slider.handle(wheel(-4096))
    #expect(slider.isMoving)
    #expect(value > 0)
  }

  @Test("the silence counts while no note is armed, across the end of the frame clock")
  func silenceBetweenNotes() {
    for timeout in [2.0, 60] {
      let slider = armed { $0.wheelTimeout = timeout }
      _ = slider.handle(wheel(8191))
      slider.disarm()
      slider.wait(seconds: timeout + 1)
      slider.arm(at: 0)
      #expect(!slider.isMoving)
    }
    // Longer than half the clock, in one piece.
    let slider = armed()
    _ = slider.handle(wheel(8191))
    slider.pass(frames: 1 << 31 + 1)
    #expect(!slider.isMoving)
  }

  @Test("a timeout of 0 waits for ever, and a wheel that is a position may be held still")
  func patientWheel() {
    let slider = armed { $0.wheelTimeout = 0 }
    _ = slider.handle(wheel(200))
    slider.wait(seconds: 100)
    #expect(slider.isMoving)
    let position = armed { $0.wheel = .position }
    _ = position.handle(wheel(4096))
    position.wait(seconds: 100)
    #expect(position.outcome(wheel(0), after: 0.1) == .released)
    #expect(abs(position.value - 4096.0 / 8191) < 1e-12)
  }

  @Test("a reset centres the wheel without a commit and forgets the knob's position")
  func reset() {
    for use in [SliderBindings.Wheel.speed, .position] {
      let slider = armed(at: 0.1) { $0.wheel = use }
      _ = slider.handle(controller(64))
      _ = slider.handle(wheel(4096))
      let value = slider.value
      slider.reset()
      #expect(!slider.isMoving)
      #expect(slider.value == value)
      #expect(slider.outcome(wheel(0)) == .nothing)
      #expect(!slider.handle(controller(127)))
      #expect(slider.handle(controller(126)))
    }
  }

  @Test("a wheel that does not quite come back to its centre is at rest")
  func restingWheel() {
    let slider = armed()
    _ = slider.handle(wheel(100))
    #expect(!slider.isMoving)
    _ = slider.handle(wheel(200))
    #expect(slider.isMoving)
  }

  @Test("a wheel that is held when a note begins moves it from its start on")
  func heldWheel() {
    let slider = armed()
    slider.disarm()
    _ = slider.handle(wheel(8191))
    #expect(!slider.isMoving)
    slider.arm(at: -1)
    #expect(slider.isMoving)
  }

  @Test("as a position, the wheel counts from where it stood")
  func wheelPosition() {
    let slider = armed(at: 0.2) { $0.wheel = .position }
    #expect(slider.handle(wheel(-8192)))
    #expect(abs(slider.value + 0.8) < 1e-12)
    #expect(slider.handle(wheel(8191)))
    #expect(slider.value == 1)
    #expect(slider.handle(wheel(1000)))
    #expect(abs(slider.value - 0.2 - 1000.0 / 8191) < 1e-12)
    slider.arm(at: -0.5)
    #expect(slider.value == -0.5)
    // Still held from the previous note, it has to come to rest first.
    #expect(slider.outcome(wheel(4000)) == .nothing)
    #expect(slider.outcome(wheel(0)) == .nothing)
    #expect(slider.value == -0.5)
    #expect(slider.handle(wheel(-1000)))
    #expect(abs(slider.value + 0.5 + 1000.0 / 8192) < 1e-12)
    #expect(!slider.isMoving)
  }

  @Test("letting go of a wheel that is a position means what was held before")
  func wheelReleased() {
    let slider = armed(at: 0.2) { $0.wheel = .position }
    for value in [1000, 2500, 4096] as [Int16] { _ = slider.handle(wheel(value), after: 0.02) }
    let held = 0.2 + 4096.0 / 8191
    #expect(abs(slider.value - held) < 1e-12)
    // It springs back within some milliseconds.
    for value in [3000, 1500, 400] as [Int16] {
      #expect(slider.outcome(wheel(value), after: value == 3000 ? 0.5 : 0.004) == .moved)
    }
    #expect(slider.outcome(wheel(0), after: 0.004) == .released)
    #expect(abs(slider.value - held) < 1e-12)
    // At rest it stays at rest, and a new movement counts from there.
    _ = slider.outcome(wheel(10), after: 0.2)
    #expect(abs(slider.value - held) < 0.002)
    #expect(slider.outcome(wheel(-4096), after: 0.2) == .moved)
    #expect(slider.value < held - 0.4)
  }

  @Test("a wheel is held across the end of the frame clock")
  func heldAcrossWrap() {
    let slider = armed { $0.wheel = .position }
    // The clock wraps around while the wheel is held at 4096.
    _ = slider.handle(wheel(2000), after: 0.02)
    _ = slider.handle(wheel(4096), after: 0.02)
    #expect(slider.time.rawValue > 1 << 31)
    _ = slider.handle(wheel(3000), after: 0.1)
    #expect(slider.time.rawValue < 1 << 31)
    _ = slider.handle(wheel(6000), after: 0.004)
    #expect(slider.outcome(wheel(0), after: 0.004) == .released)
    #expect(abs(slider.value - 4096.0 / 8191) < 1e-12)
  }

  @Test("a finger that is never quite still holds the wheel all the same")
  func tremblingFinger() {
    let slider = armed { $0.wheel = .position }
    for value in stride(from: 200, through: 4000, by: 200) {
      _ = slider.handle(wheel(Int16(value)), after: 0.01)
    }
    for step in 0..<100 { _ = slider.handle(wheel(4000 + (step % 2 == 0 ? 16 : -16)), after: 0.03) }
    let held = slider.value
    #expect(abs(held - 4000.0 / 8191) < 0.005)
    for value in [3500, 2000, 700] as [Int16] { _ = slider.handle(wheel(value), after: 0.004) }
    #expect(slider.outcome(wheel(0), after: 0.004) == .released)
    #expect(abs(slider.value - held) < 0.005)
  }

  @Test("a wheel that was turned and let go of without a stop counts where it was furthest")
  func flick() {
    let slider = armed { $0.wheel = .position }
    for value in [2000, 5000, 6000, 3000, 500] as [Int16] {
      _ = slider.handle(wheel(value), after: 0.01)
    }
    #expect(slider.outcome(wheel(0), after: 0.01) == .released)
    #expect(abs(slider.value - 6000.0 / 8191) < 1e-12)
  }

  @Test("smoothing takes its time and arrives")
  func smoothing() {
    let slider = armed { $0.smoothing = 0.05 }
    _ = slider.handle(controller(0))
    #expect(!slider.handle(controller(127)))
    #expect(slider.isMoving)
    var values = [slider.value]
    while slider.isMoving {
      _ = slider.advance(seconds: 1.0 / 3000)
      values.append(slider.value)
    }
    #expect(zip(values, values.dropFirst()).allSatisfy { $0 < $1 })
    #expect(abs(values[150] - (1 - exp(-1))) < 0.01)
    #expect(values.last == 1)
  }

  @Test("a wheel that is off moves nothing")
  func wheelOff() {
    let slider = armed { $0.wheel = .off }
    #expect(!slider.handle(wheel(8191)))
    #expect(!slider.isMoving)
    #expect(slider.value == 0)
  }

  @Test("keys and lines take the slider along, and the knob goes on from there")
  func moving() {
    let slider = armed()
    _ = slider.handle(controller(64))
    slider.move(to: 0.5)
    _ = slider.handle(controller(63))
    #expect(abs(slider.value - (0.5 - 2.0 / 127)) < 1e-12)
    slider.move(to: 1.5)
    #expect(slider.value == 1.5)
    _ = slider.handle(controller(60))
    #expect(slider.value < 1.5)
  }

  @Test("a controller bound anew has no position yet")
  func rebinding() {
    let slider = armed()
    _ = slider.handle(controller(64))
    var bindings = SliderBindings()
    bindings.source = .controller(7)
    bindings.travel = 1
    slider.bind(bindings)
    #expect(!slider.handle(controller(0, number: 7)))
    #expect(!slider.handle(controller(0)))
    #expect(slider.handle(controller(127, number: 7)))
    #expect(slider.value == 1)
  }
}

/// A slider at 48 kHz in a copyable wrapper, which `#expect` can expand. By default each message
/// advances the time by 10 ms.
final class SharedSlider {
  private var slider: Slider
  private(set) var time = FrameTime(.max - 5000)

  init(_ bindings: SliderBindings) {
    slider = Slider(bindings: bindings, sampleRate: 48_000)
  }

  var value: Double { slider.value }
  var isMoving: Bool { slider.isMoving }
  func bind(_ bindings: SliderBindings) { slider.bind(bindings) }
  func arm(at value: Double) { slider.arm(at: value) }
  func disarm() { slider.disarm() }
  func move(to value: Double) { slider.move(to: value) }

  func outcome(_ message: MIDIMessage, after seconds: Double = 0.01) -> Slider.Outcome {
    time = time.advanced(by: Int(seconds * 48_000))
    return slider.handle(message, at: time)
  }

  /// Whether a message moves it.
  func handle(_ message: MIDIMessage, after seconds: Double = 0.01) -> Bool {
    outcome(message, after: seconds) == .moved
  }

  func advance(seconds: Double) -> Bool { slider.advance(seconds: seconds) }
  func reset() { slider.reset() }
  func followMotor() { slider.followMotor(from: time) }

  func echo(_ message: MIDIMessage) {
    time = time.advanced(by: 480)
    slider.handleEcho(message, at: time)
  }

  /// Lets time pass, in periods of 1024 frames.
  func wait(seconds: Double) {
    var frames = Int(seconds * 48_000)
    while frames > 0 {
      let period = min(frames, 1024)
      time = time.advanced(by: period)
      _ = slider.advance(seconds: Double(period) / 48_000)
      slider.releaseMotor(at: time)
      slider.releaseSilentWheel(at: time)
      frames -= period
    }
  }

  /// Lets time pass at once.
  func pass(frames: Int) {
    time = time.advanced(by: frames)
    slider.releaseSilentWheel(at: time)
  }
}
