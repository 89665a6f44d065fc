/// The MIDI controls of a training.
public struct ControlBindings: BitwiseCopyable, Sendable {
  /// The MIDI channel to use, 0…15; any other value means all channels.
  public var channel: UInt8 = 0xFF

  public var slider = SliderBindings()
  public var buttons = ButtonMap()

  /// The controller that sets the output level, 0…127; any other value means none.
  public var levelController: UInt8 = 0xFF

  @_noLocks @_noAllocation
  public init() {}

  @_noLocks @_noAllocation
  public func listens(to message: MIDIMessage) -> Bool {
    channel > 15 || message.channel == channel
  }
}

/// The MIDI controls that move the slider, and the way they do.
public struct SliderBindings: BitwiseCopyable, Hashable, Sendable {
  /// The function of the pitch wheel. It springs back, so a wheel used as a position leaves the
  /// pitch when it is released; its release is therefore the commit.
  public enum Wheel: BitwiseCopyable, Hashable, Sendable {
    case off
    /// Its deflection is the slider's speed; at its centre the slider stops.
    case speed
    /// Its deflection is the slider's position relative to the start. Its return to the centre
    /// commits the value held before.
    case position
  }

  public var source = SliderSource.controller(1)

  /// The movement of the slider for a control's full travel; 2 is from end to end.
  public var travel = 2.0

  /// The factor for a single step of a 7-bit control that comes alone, slower than 25 a second. 1
  /// makes all steps equal.
  public var slowStep = 1.0

  /// The movement of the slider for a step of an endless encoder.
  public var encoderStep = 0.01

  /// The time constant with which the slider follows its control, in seconds. 0 follows at once;
  /// the voice's own glide joins steps of a cent inaudibly.
  public var smoothing = 0.0

  public var wheel = Wheel.speed

  /// The movement of the slider in a second with the wheel fully deflected.
  public var wheelSpeed = 1.0

  /// The seconds without a message after which a deflected wheel counts as released; 0 for never.
  /// Only for a wheel that sets the speed.
  public var wheelTimeout = 2.0

  /// Uses the position of CC 1 and the speed of the wheel, which suits any keyboard.
  @_noLocks @_noAllocation
  public init() {}
}

/// The MIDI control that moves the slider, besides the wheel.
public enum SliderSource: BitwiseCopyable, Hashable, Sendable {
  case none

  /// A controller with a position, 0…127.
  case controller(UInt8)

  /// A controller 0…31 for the coarse half of a position and the one 32 above it for the fine half
  /// (MIDI 1.0 Detailed Specification, "Control change").
  case pair(UInt8)

  /// A non-registered parameter, 0…16 383, whose position comes as data entry (controllers 6 and
  /// 38).
  case parameter(UInt16)

  /// An endless encoder.
  case relative(UInt8, RelativeCoding)

  /// True if its messages are positions, and not movements.
  var hasPosition: Bool {
    @_noLocks @_noAllocation
    get { if case .relative = self { false } else { true } }
  }
}

/// A code of an endless encoder for its movement in the value of a control change. MIDI has no
/// standard for it; manufacturers use these, the last two of them rarely.
public enum RelativeCoding: BitwiseCopyable, Hashable, Sendable {
  /// 1…63 is up; 127 is one down, 126 two, and so on to 64.
  case twosComplement
  /// 65…127 is up, 63…0 down, counted from 64.
  case binaryOffset
  /// 1…63 is up, 65…127 down: the seventh bit is the sign.
  case signedBit
  /// 17…31 is up, 15…1 down, counted from 16.
  case offset16
  /// 127 is a step up, 0 one down.
  case extremes

  /// The steps in a message; up is positive.
  @_noLocks @_noAllocation
  public func steps(of value: UInt8) -> Int {
    let number = Int(value & 0x7F)
    switch self {
    case .twosComplement: return number < 64 ? number : number &- 128
    case .binaryOffset: return number &- 64
    case .signedBit: return number < 64 ? number : 64 &- number
    case .offset16: return number &- 16
    case .extremes: return number == 127 ? 1 : number == 0 ? -1 : 0
    }
  }
}
