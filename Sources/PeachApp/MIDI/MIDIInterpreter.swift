import Charts
import Language
import Realtime
import Settings
import Sound
import Training

/// Says what a training makes of each message, with the very code that decodes them in the process
/// callback. A value: messages in, meanings out.
nonisolated struct MIDIInterpreter {
  /// How many cents the slider's 1 is.
  private static let reach = 100.0

  private let bindings: ControlBindings
  private let sampleRate: Double
  private var slider: Slider
  private var buttons: Buttons
  private var lastSeconds = 0.0

  init(_ settings: MIDISettings, for training: TrainingName, sampleRate: Double) {
    var bindings = ControlBindings(settings, for: training)
    // Where the slider goes, not how long it takes.
    bindings.slider.smoothing = 0
    self.bindings = bindings
    self.sampleRate = sampleRate
    slider = Slider(bindings: bindings.slider, sampleRate: sampleRate)
    slider.arm(at: 0)
    buttons = Buttons(map: bindings.buttons)
  }

  /// What a message means; `nil` for nothing.
  mutating func take(_ heard: HeardMIDI) -> MIDIMeaning? {
    guard let message = heard.message, bindings.listens(to: message) else { return nil }
    if let intent = buttons.handle(message) { return MIDIMeaning(intent) }
    // The wheel may have been off its centre since.
    _ = slider.advance(seconds: max(0, heard.seconds - lastSeconds))
    lastSeconds = heard.seconds
    let frame = FrameTime(UInt32(truncatingIfNeeded: Int(heard.seconds * sampleRate)))
    if slider.handle(message, at: frame) == .released { return .commit }
    guard bindings.slider.isMoved(by: message) else { return nil }
    if case .pitchWheel(_, let value) = message, bindings.slider.wheel == .speed, slider.isMoving {
      let deflection = Double(value) / 8192
      return .sliding(
        centsPerSecond: deflection * abs(deflection) * bindings.slider.wheelSpeed * Self.reach)
    }
    return .slider(cents: slider.value * Self.reach)
  }
}

extension MIDIMeaning {
  nonisolated init(_ intent: ControlIntent) {
    switch intent {
    case .higher: self = .higher
    case .lower: self = .lower
    case .commit: self = .commit
    case .stop: self = .stop
    }
  }
}

extension SliderBindings {
  /// Whether a message comes from a control that moves the slider.
  nonisolated fileprivate func isMoved(by message: MIDIMessage) -> Bool {
    switch message {
    case .pitchWheel: wheel != .off
    case .controlChange(_, let controller, _):
      switch source {
      case .none: false
      case .controller(let number), .relative(let number, _): controller == number
      case .pair(let number): controller == number || controller == number + 32
      case .parameter: [6, 38, 98, 99].contains(controller)
      }
    case .noteOn, .noteOff, .programChange: false
    }
  }
}

/// What Peach makes of a MIDI message.
nonisolated enum MIDIMeaning: Hashable, Sendable {
  /// The slider stands there, in cents from where it began.
  case slider(cents: Double)
  /// The slider moves until the wheel is at its centre.
  case sliding(centsPerSecond: Double)
  case higher, lower, commit, stop

  /// The word in JSON, never translated.
  var code: String {
    switch self {
    case .slider: "slider"
    case .sliding: "sliding"
    case .higher: "higher"
    case .lower: "lower"
    case .commit: "commit"
    case .stop: "stop"
    }
  }

  /// In the user's words.
  var text: String {
    switch self {
    case .slider(let cents): localized("slider to %@ cents", CentsText.signed(.init(cents)))
    case .sliding(let speed):
      localized("slider moves, %@ cents a second", CentsText.signed(.init(speed)))
    case .higher: localized(context: "answer", "higher")
    case .lower: localized(context: "answer", "lower")
    case .commit: localized(context: "control", "commit")
    case .stop: localized(context: "control", "stop")
    }
  }
}
