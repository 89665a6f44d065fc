import Language
import Training

/// Controls, buttons and lights of controllers, as a musician says them.
extension ValueWords {
  static func channel(_ number: Int) -> String? {
    number == 0 ? localized(context: "MIDI channels", "all") : nil
  }

  static func slider(_ control: SliderControl) -> String? {
    switch control {
    case .none: localized(context: "control that tunes", "none")
    case .controller(let number): localized("CC %d", number)
    case .pair(let number): localized("CC %d and %d", number, number + 32)
    case .parameter(let number): localized("NRPN %d", number)
    case .relative(let number, _): localized("encoder, CC %d", number)
    }
  }

  static func level(_ control: LevelControl) -> String? {
    switch control {
    case .none: localized(context: "control of the level", "none")
    case .controller(let number): localized("CC %d", number)
    }
  }

  static func wheel(_ use: WheelUse) -> String? {
    switch use {
    case .speed: localized(context: "pitch wheel", "sets the speed")
    case .position: localized(context: "pitch wheel", "is the slider")
    case .off: off
    }
  }

  static func timeout(_ seconds: Double) -> String? {
    seconds == 0 ? localized(context: "value of a setting", "never") : nil
  }

  static func buttons(_ buttons: [MIDIButton]) -> String? {
    buttons.isEmpty
      ? localized(context: "keys, pads and pedals", "none")
      : buttons.map(\.inWords).joined(separator: ", ")
  }

  /// Of the buttons that say which of two was in tune: those of another answer, unless they have some.
  static func first(_ buttons: [MIDIButton]) -> String? {
    buttons.isEmpty
      ? localized(context: "keys, pads and pedals", "as for lower") : Self.buttons(buttons)
  }

  static func second(_ buttons: [MIDIButton]) -> String? {
    buttons.isEmpty
      ? localized(context: "keys, pads and pedals", "as for higher") : Self.buttons(buttons)
  }

  // MARK: Lights

  static func ports(_ patterns: [MIDIPortPattern]) -> String? {
    patterns.isEmpty
      ? localized(context: "inputs of controllers", "none")
      : patterns.map(\.text).joined(separator: ", ")
  }

  static func lightChannel(_ number: Int) -> String? {
    number == 0 ? localized(context: "MIDI channels", "as received") : nil
  }

  static func lights(_ lights: [ControllerLight]) -> String? {
    guard !lights.isEmpty else { return localized(context: "lights", "none") }
    return lights.map { "\($0.meaning.inWords): \($0.control.inWords)" }.joined(separator: ", ")
  }

  static func sliderDisplay(_ display: SliderDisplay) -> String? {
    switch display {
    case .none: localized(context: "display of the slider", "nothing")
    case .controller(let number, _): localized("CC %d", number)
    case .pair(let number): localized("CC %d and %d", number, number + 32)
    case .wheel: localized("the pitch wheel")
    }
  }

  static func preset(_ preset: ControllerPreset) -> String? {
    switch preset {
    case .none: localized(context: "preset of a controller", "as it is")
    case .program(let number, let name):
      name.isEmpty ? localized("program %d", number) : name
    }
  }
}

extension MIDIButton {
  /// The button in words. Keys have their numbers: what they are called depends on the keyboard.
  public var inWords: String {
    switch self {
    case .notes(let range) where range.count == 1: localized("note %d", range.lowerBound)
    case .notes(let range):
      localized("notes %@", NumberText.range("\(range.lowerBound)", "\(range.upperBound)"))
    case .controller(let number): localized("CC %d", number)
    case .latchingSwitch(let number): localized("switch, CC %d", number)
    case .program(let number): localized("program %d", number)
    }
  }
}

extension ControllerLight.Meaning {
  fileprivate var inWords: String {
    switch self {
    case .waiting: localized(context: "light", "waiting")
    case .right: localized(context: "light", "right")
    case .wrong: localized(context: "light", "wrong")
    case .paused: localized(context: "light", "paused")
    }
  }
}

extension ControllerLight.Control {
  fileprivate var inWords: String {
    switch self {
    case .note(let key): localized("note %d", key)
    case .controller(let number): localized("CC %d", number)
    }
  }
}

extension SliderControl {
  /// The control in words.
  public var inWords: String { ValueWords.slider(self) ?? description }
}
