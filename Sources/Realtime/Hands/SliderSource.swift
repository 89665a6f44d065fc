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
