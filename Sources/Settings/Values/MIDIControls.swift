/// The roles of MIDI controls. The defaults work with any keyboard.
public struct MIDISettings: Hashable, Sendable {
  /// The channels that can be set; 0 means all of them.
  public static let channels = 0...16
  public static let travels: ClosedRange<Double> = 10...1200
  public static let slowSteps: ClosedRange<Double> = 0.05...1
  public static let encoderSteps: ClosedRange<Double> = 0.01...50
  public static let smoothings: ClosedRange<Double> = 0...1
  public static let wheelSpeeds: ClosedRange<Double> = 1...1000
  public static let wheelTimeouts: ClosedRange<Double> = 0...60

  /// The channel that Peach receives, 1…16; 0 means all of them.
  public internal(set) var channel = 0

  public internal(set) var slider = SliderControl.controller(1)

  /// The movement of the slider over the full travel of its control, in cents.
  public internal(set) var sliderTravel = 200.0

  /// The share of a step for which a single slow step of a 7-bit control counts. A quarter of one
  /// of 127 steps over 200 cents is 0.4 cents.
  public internal(set) var sliderSlowStep = 0.25

  /// The movement of the slider for a step of an endless encoder, in cents.
  public internal(set) var encoderStep = 1.0

  /// The time constant with which the slider follows its control, in seconds.
  public internal(set) var sliderSmoothing = 0.0

  public internal(set) var wheel = WheelUse.speed

  /// The speed of the slider if the wheel is at its end, in cents per second.
  public internal(set) var wheelSpeed = 100.0

  /// The seconds of silence after which a deflected wheel counts as released; 0 means never.
  public internal(set) var wheelTimeout = 2.0

  /// The answer that the second note is higher; by default the keys above middle C.
  public internal(set) var higher: [MIDIButton] = [.notes(61...127)]

  /// The answer that the second note is lower; by default the keys below middle C.
  public internal(set) var lower: [MIDIButton] = [.notes(0...59)]

  /// The answer that the first of two was in tune; if empty, ``lower`` gives it.
  public internal(set) var first: [MIDIButton] = []

  /// The answer that the second of two was in tune; if empty, ``higher`` gives it.
  public internal(set) var second: [MIDIButton] = []

  /// The commit of a tuned note; by default any key and the sustain pedal.
  public internal(set) var commit: [MIDIButton] = [.notes(0...127), .controller(64)]

  /// The end of the training; by default no control, so that no accidental key stops it.
  public internal(set) var stop: [MIDIButton] = []

  /// The repetition of the trial; by default the key that is free between the answers, and the soft
  /// pedal.
  public internal(set) var again: [MIDIButton] = [.notes(60...60), .controller(67)]

  /// The part of ``again`` that the user has not chosen.
  public internal(set) var usualAgain: [MIDIButton] = [.notes(60...60), .controller(67)]

  public internal(set) var pause: [MIDIButton] = []

  /// The withdrawal of the last answer.
  public internal(set) var undo: [MIDIButton] = []

  public internal(set) var level = LevelControl.none
  public internal(set) var feedback = MIDIFeedback()

  public init() {}
}

/// The MIDI control that sets the output level, as spelt in the settings: `cc:7` or `none`.
public enum LevelControl: Hashable, Sendable, CustomStringConvertible {
  case none

  /// A controller with a position, 0…127.
  case controller(Int)

  public init?(_ text: String) {
    if text == "none" {
      self = .none
    } else if case .controller(let number)? = MIDIButton(text) {
      self = .controller(number)
    } else {
      return nil
    }
  }

  public var description: String {
    switch self {
    case .none: "none"
    case .controller(let number): "cc:\(number)"
    }
  }
}

/// The MIDI control that moves the slider, besides the wheel, as spelt in the settings: `cc:1`,
/// `cc14:1`, `nrpn:300`, `relative:16:twosComplement`, `none`.
public enum SliderControl: Hashable, Sendable, CustomStringConvertible {
  /// The encoding of an endless encoder's movement.
  public enum Coding: String, CaseIterable, Hashable, Sendable {
    /// 1 is a step up, 127 one down.
    case twosComplement
    /// 65 is a step up, 63 one down.
    case binaryOffset
    /// 1 is a step up, 65 one down.
    case signedBit
    /// 17 is a step up, 15 one down.
    case offset16
    /// 127 is a step up, 0 one down.
    case extremes
  }

  case none

  /// A controller with a position, 0…127.
  case controller(Int)

  /// A controller 0…31 for the coarse half of a position, with its fine half 32 above.
  case pair(Int)

  /// A non-registered parameter, 0…16 383.
  case parameter(Int)

  /// An endless encoder: its controller, 0…127, and its coding.
  case relative(Int, Coding)

  public init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    func number(upTo limit: Int) -> Int? {
      parts.count > 1 ? MIDIButton.number(parts[1], upTo: limit) : nil
    }
    let control: SliderControl?
    switch (parts[0], parts.count) {
    case ("none", 1): control = SliderControl.none
    case ("cc", 2): control = number(upTo: 127).map(Self.controller)
    case ("cc14", 2): control = number(upTo: 31).map(Self.pair)
    case ("nrpn", 2): control = number(upTo: 16_383).map(Self.parameter)
    case ("relative", 3):
      guard let coding = Coding(rawValue: parts[2]) else { return nil }
      control = number(upTo: 127).map { .relative($0, coding) }
    default: control = nil
    }
    guard let control else { return nil }
    self = control
  }

  public var description: String {
    switch self {
    case .none: "none"
    case .controller(let number): "cc:\(number)"
    case .pair(let number): "cc14:\(number)"
    case .parameter(let number): "nrpn:\(number)"
    case .relative(let number, let coding): "relative:\(number):\(coding.rawValue)"
    }
  }
}

/// The use of the pitch wheel, as spelt in the settings.
public enum WheelUse: String, CaseIterable, Hashable, Sendable {
  /// The deflection is the speed of the slider; the slider rests while the wheel is in its centre.
  case speed

  /// The position is that of the slider; releasing the wheel commits the value held before.
  case position

  case off
}

/// Keys, pads, a pedal, a switch or a program change, as spelt in the settings: `note:60`,
/// `notes:61-127`, `cc:64`, `switch:80`, `program:5`.
public enum MIDIButton: Hashable, Sendable, CustomStringConvertible {
  /// Keys or pads, within 0…127; a single one is a range of one.
  case notes(ClosedRange<Int>)

  /// A controller, 0…127; values from 64 mean pressed.
  case controller(Int)

  /// A controller, 0…127, whose every change is a press: a switch that stays on until it is pressed
  /// again.
  case latchingSwitch(Int)

  /// A program change, 0…127.
  case program(Int)

  public init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 else { return nil }
    let button: MIDIButton?
    switch parts[0] {
    case "note": button = Self.number(parts[1], upTo: 127).map { .notes($0...$0) }
    case "notes": button = Self.range(parts[1]).map(Self.notes)
    case "cc": button = Self.number(parts[1], upTo: 127).map(Self.controller)
    case "switch": button = Self.number(parts[1], upTo: 127).map(Self.latchingSwitch)
    case "program": button = Self.number(parts[1], upTo: 127).map(Self.program)
    default: button = nil
    }
    guard let button else { return nil }
    self = button
  }

  private static func range(_ text: String) -> ClosedRange<Int>? {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false)
      .map { number(String($0), upTo: 127) }
    guard ends.count == 2, let first = ends[0], let last = ends[1], first <= last else {
      return nil
    }
    return first...last
  }

  /// Reads a decimal number without a sign, 0…`limit`.
  static func number(_ text: String, upTo limit: Int) -> Int? {
    guard !text.isEmpty, text.allSatisfy({ ("0"..."9").contains($0) }), let number = Int(text),
      number <= limit
    else { return nil }
    return number
  }

  public var description: String {
    switch self {
    case .notes(let range) where range.count == 1: "note:\(range.lowerBound)"
    case .notes(let range): "notes:\(range.lowerBound)-\(range.upperBound)"
    case .controller(let number): "cc:\(number)"
    case .latchingSwitch(let number): "switch:\(number)"
    case .program(let number): "program:\(number)"
    }
  }
}
