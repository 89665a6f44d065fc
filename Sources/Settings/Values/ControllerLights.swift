/// The feedback of a controller: its lights, its motor fader or ring of lights, and its preset.
public struct MIDIFeedback: Hashable, Sendable {
  /// The inputs of controllers to which the MIDI output is connected.
  public internal(set) var outputs: [MIDIPortPattern] = []

  /// The channels that can be set; 0 is the one that Peach receives, or 1 if it receives all.
  public static let channels = 0...16

  /// The channel of all messages, as in ``channels``.
  public internal(set) var channel = 0

  /// The most lights: the messages for all of them fit into the queue of messages to send.
  static let mostLights = 128

  public internal(set) var lights: [ControllerLight] = []

  /// The display of the slider's position.
  public internal(set) var slider = SliderDisplay.none

  /// The preset that Peach requests when the controller is connected.
  public internal(set) var preset = ControllerPreset.none

  public init() {}
}

extension MIDISettings {
  /// The channel of all sent messages, 0…15.
  public var feedbackChannel: Int {
    let number = feedback.channel == 0 ? channel : feedback.channel
    return max(number - 1, 0)
  }

  /// True if the display of the slider moves a control that tunes, as a motor fader does. The pitch
  /// wheel tunes in addition to the slider's other control.
  public var showsSliderOnItsControl: Bool {
    switch (slider, feedback.slider) {
    case (.controller(let number), .controller(let shown, _)): number == shown
    case (.pair(let number), .pair(let shown)): number == shown
    case (_, .wheel): wheel != .off
    default: false
    }
  }
}

/// A part of the names of ports, or a pattern with `*` and `?` for the whole name.
public struct MIDIPortPattern: Hashable, Sendable {
  /// The most bytes in the name of a JACK port.
  static let mostBytes = 320

  public let text: String

  /// `nil` if the text is empty, too long, or has control characters.
  public init?(_ text: String) {
    guard (1...Self.mostBytes).contains(text.utf8.count),
      text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
    else { return nil }
    self.text = text
  }
}

/// A light of a controller and its meaning, as spelt in the settings: `waiting:note:36`,
/// `right:cc:32`, `wrong:note:41:15`, `paused:note:42:63-12`.
public struct ControllerLight: Hashable, Sendable, CustomStringConvertible {
  public enum Meaning: String, CaseIterable, Hashable, Sendable {
    /// An answer is expected.
    case waiting

    /// The last answer was right or wrong, until the next trial begins.
    case right, wrong

    /// The training waits.
    case paused
  }

  /// The message that switches a light.
  public enum Control: Hashable, Sendable {
    /// A key or a pad, 0…127, whose velocity is the brightness or the colour.
    case note(Int)

    /// A controller, 0…127.
    case controller(Int)
  }

  /// The values that switch a light on and off by default.
  private static let (usualOn, usualOff) = (127, 0)

  public let meaning: Meaning
  public let control: Control

  /// The values that switch the light on and off, 0…127.
  public let on: Int
  public let off: Int

  public init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard (3...4).contains(parts.count), let meaning = Meaning(rawValue: parts[0]),
      let number = MIDIButton.number(parts[2], upTo: 127)
    else { return nil }
    switch parts[1] {
    case "note": control = .note(number)
    case "cc": control = .controller(number)
    default: return nil
    }
    self.meaning = meaning
    var values: [Int?] = [Self.usualOn, Self.usualOff]
    if parts.count == 4 {
      values = parts[3].split(separator: "-", omittingEmptySubsequences: false)
        .map { MIDIButton.number(String($0), upTo: 127) }
      if values.count == 1 { values.append(Self.usualOff) }
    }
    guard values.count == 2, let on = values[0], let off = values[1] else { return nil }
    self.on = on
    self.off = off
  }

  public var description: String {
    let place = "\(meaning.rawValue):\(control)"
    if off != Self.usualOff { return "\(place):\(on)-\(off)" }
    return on == Self.usualOn ? place : "\(place):\(on)"
  }
}

extension ControllerLight.Control: CustomStringConvertible {
  public var description: String {
    switch self {
    case .note(let key): "note:\(key)"
    case .controller(let number): "cc:\(number)"
    }
  }
}

/// The display of the slider's position, as spelt in the settings: `cc:9`, `cc:9:1-13`, `cc14:9`,
/// `wheel`, `none`.
public enum SliderDisplay: Hashable, Sendable, CustomStringConvertible {
  case none

  /// A controller, 0…127, with its values for the lowest and the highest position.
  case controller(Int, ClosedRange<Int>)

  /// A controller 0…31 for the coarse half of 14 bits, with its fine half 32 above.
  case pair(Int)

  /// The pitch wheel, which motor faders of mixing consoles use.
  case wheel

  private static let usualRange = 0...127

  public init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    switch (parts[0], parts.count) {
    case ("none", 1): self = .none
    case ("wheel", 1): self = .wheel
    case ("cc14", 2):
      guard let number = MIDIButton.number(parts[1], upTo: 31) else { return nil }
      self = .pair(number)
    case ("cc", 2):
      guard let number = MIDIButton.number(parts[1], upTo: 127) else { return nil }
      self = .controller(number, Self.usualRange)
    case ("cc", 3):
      let ends = parts[2].split(separator: "-", omittingEmptySubsequences: false)
        .map { MIDIButton.number(String($0), upTo: 127) }
      guard let number = MIDIButton.number(parts[1], upTo: 127), ends.count == 2,
        let first = ends[0], let last = ends[1], first < last
      else { return nil }
      self = .controller(number, first...last)
    default: return nil
    }
  }

  public var description: String {
    switch self {
    case .none: "none"
    case .controller(let number, let range) where range == Self.usualRange: "cc:\(number)"
    case .controller(let number, let range):
      "cc:\(number):\(range.lowerBound)-\(range.upperBound)"
    case .pair(let number): "cc14:\(number)"
    case .wheel: "wheel"
    }
  }
}

/// The preset that Peach requests of a controller, as spelt in the settings: `program:5`,
/// `program:5:Peach`, `none`.
public enum ControllerPreset: Hashable, Sendable, CustomStringConvertible {
  case none

  /// A program, 0…127, and the user's name for it, which may be empty.
  case program(Int, name: String)

  private static let mostBytes = 60

  public init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      .map(String.init)
    if parts == ["none"] {
      self = .none
      return
    }
    let name = parts.count == 3 ? parts[2] : ""
    guard parts[0] == "program", parts.count > 1, parts.count == 2 || !name.isEmpty,
      let number = MIDIButton.number(parts[1], upTo: 127), name.utf8.count <= Self.mostBytes,
      name.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
    else { return nil }
    self = .program(number, name: name)
  }

  public var description: String {
    switch self {
    case .none: "none"
    case .program(let number, let name):
      name.isEmpty ? "program:\(number)" : "program:\(number):\(name)"
    }
  }
}
