import Charts
import Language
import Music
import Program
import Realtime
import Settings
import Sound
import Training

/// What each message means in a training, found with the same code that decodes messages in the
/// process callback. A value.
nonisolated struct MIDIInterpreter {
  /// The slider's value 1 in cents.
  private static let reach = PitchSlider.usualReach.rawValue

  private let bindings: ControlBindings
  private let sampleRate: Double
  private var slider: Slider
  private var buttons: Buttons
  private var panic: Panic
  private var lastSeconds = 0.0

  init(_ settings: MIDISettings, for use: ControlUse, sampleRate: Double) {
    var bindings = ControlBindings(settings, for: use)
    // Shows where the slider goes, not how long it takes.
    bindings.slider.smoothing = 0
    self.bindings = bindings
    self.sampleRate = sampleRate
    slider = Slider(bindings: bindings.slider, sampleRate: sampleRate)
    slider.arm(at: 0)
    buttons = Buttons(map: bindings.buttons, sampleRate: sampleRate)
    panic = Panic(sampleRate: sampleRate)
  }

  /// What a message means; `nil` for nothing.
  mutating func handle(_ heard: HeardMIDI) -> MIDIMeaning? {
    guard let message = heard.message, bindings.listens(to: message) else { return nil }
    let frame = FrameTime(UInt32(truncatingIfNeeded: Int(heard.seconds * sampleRate)))
    advance(to: heard.seconds, frame)
    if message.resetsControls {
      slider.reset()
      buttons.reset()
    }
    if panic.isDemanded(by: message, at: frame) { return .panic }
    if case .controlChange(_, let controller, let value) = message,
      controller == bindings.levelController
    {
      return .level(AmplitudeDB(levelPosition: Double(value) / 127))
    }
    if let intent = buttons.handle(message, at: frame) { return .intent(intent) }
    if slider.handle(message, at: frame) == .released { return .intent(.commit) }
    guard bindings.slider.isMoved(by: message) else { return nil }
    if case .pitchWheel(_, let value) = message, bindings.slider.wheel == .speed, slider.isMoving {
      let deflection = Double(value) / 8192
      return .sliding(
        centsPerSecond: deflection * abs(deflection) * bindings.slider.wheelSpeed * Self.reach)
    }
    return .slider(cents: slider.value * Self.reach)
  }

  /// The wheel may have moved the slider since the last message, as long as it was not silent for
  /// too long.
  private mutating func advance(to seconds: Double, _ frame: FrameTime) {
    let timeout = bindings.slider.wheelTimeout
    let elapsed = max(0, seconds - lastSeconds)
    _ = slider.advance(seconds: timeout > 0 ? min(elapsed, timeout) : elapsed)
    slider.releaseSilentWheel(at: frame)
    lastSeconds = seconds
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

/// What a MIDI message means to Peach.
nonisolated enum MIDIMeaning: Hashable, Sendable {
  /// The slider is at this distance from where it began.
  case slider(cents: Double)
  /// The slider moves until the wheel is back at its centre.
  case sliding(centsPerSecond: Double)
  case intent(ControlIntent)
  case level(AmplitudeDB)
  /// Everything is silenced.
  case panic

  /// The word in JSON, never translated.
  var code: String {
    switch self {
    case .slider: "slider"
    case .sliding: "sliding"
    case .intent(.higher): "higher"
    case .intent(.lower): "lower"
    case .intent(.first): "first"
    case .intent(.second): "second"
    case .intent(.third): "third"
    case .intent(.commit), .intent(.done): "commit"
    case .intent(.stop): "stop"
    case .intent(.again): "again"
    case .intent(.pause): "pause"
    case .intent(.undo): "undo"
    case .level: "level"
    case .panic: "panic"
    }
  }

  /// The meaning in the user's language.
  var text: String {
    switch self {
    case .slider(let cents): localized("slider to %@ cents", CentsText.signed(.init(cents)))
    case .sliding(let speed):
      localized("slider moves by %@ cents a second", CentsText.signed(.init(speed)))
    case .intent(.higher): localized(context: "answer", "higher")
    case .intent(.lower): localized(context: "answer", "lower")
    case .intent(.first): localized(context: "answer", "the first")
    case .intent(.second): localized(context: "answer", "the second")
    case .intent(.third): localized(context: "answer", "the third")
    case .intent(.commit), .intent(.done): localized(context: "control", "commit")
    case .intent(.stop): localized(context: "control", "stop")
    case .intent(.again): localized(context: "control", "hear again")
    case .intent(.pause): localized(context: "control", "pause")
    case .intent(.undo): localized(context: "control", "take back")
    case .level(let level): LevelText.level(level)
    case .panic: localized("everything off; training waits")
    }
  }
}
