import Realtime

/// A slider with a copyable face, which `#expect` can take apart.
final class SharedSlider {
  private var slider: Slider

  init(_ bindings: SliderBindings) { slider = Slider(bindings: bindings) }

  var value: Double { slider.value }
  var isMoving: Bool { slider.isMoving }
  func bind(_ bindings: SliderBindings) { slider.bind(bindings) }
  func arm(at value: Double) { slider.arm(at: value) }
  func disarm() { slider.disarm() }
  func move(to value: Double) { slider.move(to: value) }
  func take(_ message: MIDIMessage) -> Bool { slider.take(message) }
  func advance(seconds: Double) -> Bool { slider.advance(seconds: seconds) }
}
