import Realtime
import Settings

/// What the lights of a controller show, as messages: only what has changed is sent. A value.
nonisolated struct LightBoard {
  /// What each light was last told, on the channel of that time.
  private var shown: [ControllerLight.Control: Int] = [:]
  private var channel = 0

  /// The messages by which the lights say this.
  ///
  /// Several of them may be one light that has a value for each: the first that says something wins.
  mutating func show(
    _ lit: Set<ControllerLight.Meaning>, by settings: MIDISettings
  ) -> [ShortMIDIMessage] {
    if settings.feedbackChannel != channel {
      shown = [:]
      channel = settings.feedbackChannel
    }
    var messages: [ShortMIDIMessage] = []
    var handled: Set<ControllerLight.Control> = []
    let lights = settings.feedback.lights
    for light in lights where handled.insert(light.control).inserted {
      let alike = lights.filter { $0.control == light.control }
      let value = alike.first { lit.contains($0.meaning) }?.on ?? light.off
      guard shown[light.control] != value else { continue }
      shown[light.control] = value
      messages.append(message(light.control, value))
    }
    // The settings or the map name these lights no more.
    for control in shown.keys.filter({ !handled.contains($0) }) {
      shown[control] = nil
      messages.append(message(control, 0))
    }
    return messages
  }

  /// The controller may show anything: it has just been connected.
  mutating func forget() { shown = [:] }

  private func message(_ control: ControllerLight.Control, _ value: Int) -> ShortMIDIMessage {
    switch control {
    case .note(let key): .note(key, velocity: value, channel: channel)
    case .controller(let number): .controller(number, value: value, channel: channel)
    }
  }
}

extension MIDISettings {
  /// The messages by which a fader or a ring of lights shows a position of the slider, −1…+1; none if
  /// nothing shows it.
  nonisolated func messages(forSliderAt position: Double) -> [ShortMIDIMessage] {
    let share = (min(max(position, -1), 1) + 1) / 2
    let channel = feedbackChannel
    let fine = Int((share * 16_383).rounded())
    switch feedback.slider {
    case .none: return []
    case .controller(let number, let range):
      let value =
        range.lowerBound + Int((share * Double(range.upperBound - range.lowerBound)).rounded())
      return [.controller(number, value: value, channel: channel)]
    case .pair(let number):
      return [
        .controller(number, value: fine >> 7, channel: channel),
        .controller(number + 32, value: fine & 0x7F, channel: channel),
      ]
    case .wheel: return [.pitchWheel(fine, channel: channel)]
    }
  }

  /// The message that asks the controller for its preset; `nil` if it is to keep the one that it has.
  nonisolated var presetMessage: ShortMIDIMessage? {
    guard case .program(let number, _) = feedback.preset else { return nil }
    return .program(number, channel: feedbackChannel)
  }
}
