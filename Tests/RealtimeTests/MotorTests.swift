import Realtime
import Testing

@Suite("A motor that moves the control of the slider")
struct MotorTests {
  private func controller(_ value: UInt8) -> MIDIMessage {
    .controlChange(channel: 0, controller: 1, value: value)
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

  @Test("on its way to the middle it moves and commits nothing; what follows counts from there")
  func toTheMiddle() {
    for use in [SliderBindings.Wheel.speed, .position] {
      let slider = armed(at: 0.1) { $0.wheel = use }
      _ = slider.handle(wheel(4096))
      slider.disarm()
      slider.followMotor()
      slider.arm(at: 0.1)
      for value in [4000, 2000, 300, 0] as [Int16] {
        #expect(slider.outcome(wheel(value), after: 0.05) == .nothing)
        #expect(!slider.isMoving)
      }
      slider.wait(seconds: 0.3)
      #expect(slider.value == 0.1)
      #expect(slider.handle(wheel(4096)) == (use == .position))
      slider.wait(seconds: 0.1)
      #expect(slider.value > 0.1)
      #expect(slider.outcome(wheel(0)) == (use == .position ? .released : .nothing))
    }
  }

  @Test("a note may begin while it is under way, and its echo says where it has arrived")
  func underWay() {
    let slider = armed { $0.wheel = .position }
    slider.followMotor()
    _ = slider.handle(wheel(6000))
    slider.arm(at: 0.5)
    slider.echo(wheel(0))
    slider.wait(seconds: 0.5)
    // An echo at any other time says nothing.
    slider.echo(wheel(3000))
    #expect(slider.handle(wheel(-4096)))
    #expect(abs(slider.value) < 1e-12)
  }

  @Test("by a controller it moves nothing either, and an encoder has none")
  func controllers() {
    let slider = armed()
    slider.followMotor()
    for value in [20, 40, 64] as [UInt8] { #expect(!slider.handle(controller(value))) }
    slider.wait(seconds: 0.5)
    #expect(slider.handle(controller(74)))
    #expect(abs(slider.value - 20.0 / 127) < 1e-12)
    let encoder = armed { $0.source = .relative(1, .binaryOffset) }
    encoder.followMotor()
    #expect(encoder.handle(controller(65)))
  }
}
