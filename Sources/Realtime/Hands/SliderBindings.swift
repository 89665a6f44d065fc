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
