import Realtime

/// A slider at 48 kHz with a copyable face, which `#expect` can take apart. Time goes on by 10 ms with
/// each message, unless said otherwise.
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
}
