/// Which MIDI controls do what in a training.
public struct HandBindings: BitwiseCopyable, Sendable {
  /// The channel that is listened to, 0…15; others than these are all.
  public var channel: UInt8 = 0xFF

  public var slider = SliderBindings()
  public var buttons = ButtonMap()

  @_noLocks @_noAllocation
  public init() {}

  /// Whether a message is on a channel that is listened to.
  @_noLocks @_noAllocation
  public func listens(to message: MIDIMessage) -> Bool {
    channel > 15 || message.channel == channel
  }
}

/// Which MIDI controls move the slider, and how.
public struct SliderBindings: BitwiseCopyable, Hashable, Sendable {
  /// What the pitch wheel is. It springs back, so as a position it cannot be let go of without leaving
  /// the pitch; letting go is then the commit.
  public enum Wheel: BitwiseCopyable, Hashable, Sendable {
    case off
    /// Its deflection is the speed at which the slider moves; its centre holds it.
    case speed
    /// Its deflection is where the slider stands, counted from where it stood at the start. Coming back
    /// to its centre commits the value that was held before.
    case position
  }

  public var source = SliderSource.controller(1)

  /// How far a control's whole way moves the slider; 2 is from end to end.
  public var travel = 2.0

  /// For a control of 7 bits, whose single step is coarse: what a step counts that comes alone, slower
  /// than 25 a second. 1 makes all steps equal.
  public var slowStep = 1.0

  /// For an endless encoder: how far one step moves the slider.
  public var encoderStep = 0.01

  /// The time constant with which the slider follows its control, in seconds; 0 follows at once, as the
  /// voice's own glide joins steps of a cent without a sound.
  public var smoothing = 0.0

  public var wheel = Wheel.speed

  /// How far the slider moves in a second with the wheel at its end.
  public var wheelSpeed = 1.0

  /// CC 1 by its position, the wheel by its speed: what works with any keyboard.
  @_noLocks @_noAllocation
  public init() {}
}

/// The MIDI control that moves the slider, besides the wheel.
public enum SliderSource: BitwiseCopyable, Hashable, Sendable {
  case none

  /// A controller with a position, 0…127.
  case controller(UInt8)

  /// A controller 0…31 for the coarse half of a position and the one 32 above it for the fine one
  /// (MIDI 1.0 Detailed Specification, "Control change").
  case pair(UInt8)

  /// A non-registered parameter, 0…16 383, whose position comes as data entry (controllers 6 and 38).
  case parameter(UInt16)

  /// An endless encoder.
  case relative(UInt8, RelativeCoding)
}

/// How an endless encoder says how far it was turned, in the value of a control change. MIDI knows no
/// standard for it; these three are what makers use.
public enum RelativeCoding: BitwiseCopyable, Hashable, Sendable {
  /// 1…63 is up; 127 is one down, 126 two, and so on to 64.
  case twosComplement
  /// 65…127 is up, 63…0 down, counted from 64.
  case binaryOffset
  /// 1…63 is up, 65…127 down: the seventh bit is the sign.
  case signedBit

  /// The steps of a message, upwards positive.
  @_noLocks @_noAllocation
  public func steps(of value: UInt8) -> Int {
    let number = Int(value & 0x7F)
    switch self {
    case .twosComplement: return number < 64 ? number : number &- 128
    case .binaryOffset: return number &- 64
    case .signedBit: return number < 64 ? number : 64 &- number
    }
  }
}
