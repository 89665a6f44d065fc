import Charts
import Language
import Music
import Program
import Realtime
import Settings
import Sound
import Training

/// A run of `peach midi monitor`. Main thread.
final class MIDIMonitor {
  private let listening: ListeningRun
  private let settings: MIDISettings
  private var interpreters: [TrainingName: MIDIInterpreter] = [:]
  private var limiter = RateLimiter()

  init(_ context: CommandContext, settings: MIDISettings) {
    listening = ListeningRun(context)
    self.settings = settings
  }

  /// Shows each message until the user ends the run; returns the exit status. Throws `JackError`.
  func run() async throws -> Int32 {
    listening.onEvents = { [weak self] in self?.show($0, dropped: $1) }
    let status = try await listening.run { [self] listener in
      for training in TrainingName.answered {
        interpreters[training] = MIDIInterpreter(
          settings, for: training.controls, sampleRate: listener.sampleRate)
      }
    }
    showUnshown(limiter.flushUnshown())
    return status
  }

  private func show(_ events: [HeardMIDI], dropped: Int) {
    limiter.count(dropped: dropped)
    for event in events {
      // A message moves the slider even if it is not shown.
      var meanings: [TrainingName: MIDIMeaning] = [:]
      for training in TrainingName.answered {
        meanings[training] = interpreters[training]?.handle(event)
      }
      let (isShown, unshown) = limiter.admit(at: event.seconds)
      showUnshown(unshown)
      if isShown { listening.view.showMessage(event, meanings: meanings) }
    }
  }

  private func showUnshown(_ count: Int) {
    if count > 0 { listening.view.showUnshown(count) }
  }
}

/// Limits the messages a second and counts the others, so that a flood neither fills the terminal
/// nor keeps the user from ending the run.
nonisolated struct RateLimiter {
  /// The limit: more than a hand plays, and not too much for a terminal.
  static let perSecond = 250

  private var second = 0
  private var shown = 0
  private var unshown = 0

  /// Decides if a message is shown, and returns how many were not shown before a new second.
  mutating func admit(at seconds: Double) -> (isShown: Bool, unshown: Int) {
    var reported = 0
    if Int(seconds) != second {
      reported = flushUnshown()
      second = Int(seconds)
      shown = 0
    }
    guard shown < Self.perSecond else {
      unshown += 1
      return (false, reported)
    }
    shown += 1
    return (true, reported)
  }

  mutating func count(dropped: Int) { unshown += dropped }

  /// Returns the number of messages that were not shown, and resets it.
  mutating func flushUnshown() -> Int {
    defer { unshown = 0 }
    return unshown
  }
}

/// Finds the meaning of messages in a training, with the code that decodes them in the process
/// callback.
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
    // Without smoothing, the slider is at its goal at once.
    bindings.slider.smoothing = 0
    self.bindings = bindings
    self.sampleRate = sampleRate
    slider = Slider(bindings: bindings.slider, sampleRate: sampleRate)
    slider.arm(at: 0)
    buttons = Buttons(map: bindings.buttons, sampleRate: sampleRate)
    panic = Panic(sampleRate: sampleRate)
  }

  /// The meaning of a message; `nil` if it has none.
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

  /// Lets the wheel move the slider since the last message, but not beyond the timeout.
  private mutating func advance(to seconds: Double, _ frame: FrameTime) {
    let timeout = bindings.slider.wheelTimeout
    let elapsed = max(0, seconds - lastSeconds)
    _ = slider.advance(seconds: timeout > 0 ? min(elapsed, timeout) : elapsed)
    slider.releaseSilentWheel(at: frame)
    lastSeconds = seconds
  }
}

extension SliderBindings {
  /// True if a message comes from a control that moves the slider.
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

/// The meaning of a MIDI message in Peach.
nonisolated enum MIDIMeaning: Hashable, Sendable {
  /// The distance of the slider from its beginning.
  case slider(cents: Double)
  /// The movement of the slider until the wheel is back at its centre.
  case sliding(centsPerSecond: Double)
  case intent(ControlIntent)
  case level(AmplitudeDB)
  /// All sound off.
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
