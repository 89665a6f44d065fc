import Language
import Music
import Training

/// Values as a musician says them, for the settings screen. The row of a setting names its
/// function; `nil` leaves the value to the general rule of ``SettingValue/inWords``.
///
/// Each "none" has a context, because its form depends on the noun in other languages.
enum ValueWords {
  static func strategy(_ name: StrategyName) -> String? {
    switch name {
    case .adaptive: localized(context: "value of a setting", "what helps most")
    case .kazez: localized(context: "value of a setting", "staircase")
    }
  }

  static func roving(_ share: UnitInterval) -> String? {
    share.rawValue == 0
      ? off : localized("±%@ dB", NumberText.short(share.rawValue * LoudnessRoving.reach))
  }

  static func folders(_ paths: [SoundFontPath]) -> String? {
    paths.map(\.text).joined(separator: ", ")
  }

  static func tuning(_ choice: TuningChoice) -> String? {
    switch choice {
    case .builtIn(.equalTemperament): localized(context: "tuning", "equal temperament")
    case .builtIn(.justIntonation): localized(context: "tuning", "just")
    case .builtIn(.pythagorean): localized(context: "tuning", "Pythagorean")
    case .builtIn(.quarterCommaMeantone): localized(context: "tuning", "meantone")
    case .builtIn(.scala(let tuning)): tuning.name
    case .scale(.name(let name)): name
    case .scale(.path(let path)): path.split(separator: "/").last.map { String($0) }
    }
  }

  static func signal(_ signal: WrongAnswerSignal) -> String? {
    switch signal {
    case .none: localized(context: "signal of a wrong answer", "none")
    case .bell: localized(context: "value of a setting", "bell")
    }
  }

  static func output(_ choice: OutputChoice) -> String? {
    switch choice {
    case .off: localized(context: "output", "none, I patch it myself")
    case .physical: localized(context: "output", "the machine's first")
    case .pattern(let text): text
    }
  }

  static func input(_ choice: OutputChoice) -> String? {
    switch choice {
    case .off: localized(context: "input", "none, I patch it myself")
    case .physical: localized(context: "input", "the machine's first")
    case .pattern(let text): text
    }
  }

  static func controller(_ name: ControllerName) -> String? {
    name == .none ? localized(context: "controller", "none") : name.text
  }

  static func osc(_ listening: OSCListening) -> String? { listening == .off ? off : nil }

  static func training(_ name: TrainingName) -> String? {
    switch name {
    case .comparison: localized(context: "value of a setting", "comparison")
    case .matching: localized(context: "value of a setting", "matching")
    case .purity: localized(context: "value of a setting", "purity")
    case .playing: localized(context: "value of a setting", "playing")
    case .listening: localized(context: "value of a setting", "listening")
    default: nil
    }
  }

  static func player(_ player: Player) -> String? {
    switch player {
    case .voice: localized(context: "preset", "Voice")
    case .choir: localized(context: "preset", "Choir")
    case .strings: localized(context: "preset", "Strings")
    case .wind: localized(context: "preset", "Wind")
    case .fretted: localized(context: "preset", "Fretted strings")
    case .keys: localized(context: "preset", "Keys")
    case .listener: localized(context: "preset", "I listen")
    }
  }

  // MARK: Sounding together

  static func presentation(_ presentation: Presentation) -> String? {
    switch presentation {
    case .melodic: localized(context: "value of a setting", "one after the other")
    case .harmonic: localized(context: "value of a setting", "together")
    }
  }

  static func accompaniment(_ voices: [DirectedInterval]) -> String? {
    voices == [.prime] ? localized(context: "value of a setting", "the reference note") : nil
  }

  static func referenceNote(_ note: ReferenceNote) -> String? {
    note == .any ? localized(context: "value of a setting", "any of the range") : nil
  }

  static func inputDelay(_ delay: InputDelay) -> String? {
    switch delay {
    case .none: localized(context: "value of a setting", "not measured")
    case .milliseconds(let number): localized("%@ ms", NumberText.short(number))
    }
  }

  // MARK: The course of a session

  static func afterWrongAnswer(_ step: AfterWrongAnswer) -> String? {
    switch step {
    case .replay: localized(context: "value of a setting", "hear the true one")
    case .next: localized(context: "value of a setting", "the next trial")
    }
  }

  static func livePitch(_ pitch: LivePitch) -> String? {
    switch pitch {
    case .off: off
    case .on: localized(context: "value of a setting", "shown")
    case .fading: localized(context: "value of a setting", "shown less and less")
    }
  }

  static func nextTrial(_ beginning: NextTrial) -> String? {
    switch beginning {
    case .auto: localized(context: "value of a setting", "by itself")
    case .key: localized(context: "value of a setting", "with Enter")
    }
  }

  static func trials(_ count: Int) -> String? {
    count == 0
      ? localized(context: "value of a setting", "endless")
      : localized(one: "%d trial", other: "%d trials", count)
  }

  static func minutes(_ count: Int) -> String? { count == 0 ? off : nil }

  // MARK: Words of several settings

  static var off: String { localized(context: "value of a setting", "off") }

  static func truth(_ isTrue: Bool) -> String {
    isTrue
      ? localized(context: "value of a setting", "yes")
      : localized(context: "value of a setting", "no")
  }
}

extension SettingUnit {
  /// The unit after a number.
  var text: String {
    switch self {
    case .midiNote: ""
    case .seconds: localized(context: "unit", "s")
    case .minutes: localized(context: "unit", "min")
    case .hertz: localized(context: "unit", "Hz")
    case .cents: localized(context: "unit", "cents")
    case .centsPerSecond: localized(context: "unit", "cents/s")
    case .decibels: localized(context: "unit", "dB")
    }
  }

  /// The sentence about the unit, for the command line.
  var sentence: String {
    switch self {
    case .midiNote: localized("The value is a note such as G3, or its MIDI number; C4 is 60.")
    case .seconds: localized("The value is in seconds.")
    case .minutes: localized("The value is in minutes.")
    case .hertz: localized("The value is in hertz.")
    case .cents: localized("The value is in cents.")
    case .centsPerSecond: localized("The value is in cents per second.")
    case .decibels: localized("The value is in decibels.")
    }
  }
}

enum SettingNumber {
  private static let mostPlaces = 4

  /// A number with the decimal places of the step between values, or with more if it needs them.
  static func text(_ number: Double, step: Double?) -> String {
    let least = step.map(places) ?? 0
    return NumberText.fixed(number, places: max(least, places(number)))
  }

  /// A range with both ends as short as possible.
  static func text(_ range: ClosedRange<Double>) -> String {
    NumberText.range(NumberText.short(range.lowerBound), NumberText.short(range.upperBound))
  }

  /// The decimal places that a number needs.
  private static func places(_ number: Double) -> Int {
    (0..<mostPlaces).first { places in
      var scaled = number
      for _ in 0..<places { scaled *= 10 }
      return (scaled - scaled.rounded()).magnitude < 1e-6
    } ?? mostPlaces
  }
}

// MARK: Controllers

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

  /// The buttons that answer that the first was in tune; those of "lower" if there are none.
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
  /// The button in words. Keys have numbers, as their names depend on the keyboard.
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
  public var inWords: String { ValueWords.slider(self) ?? description }
}
