/// Which MIDI controls move the slider, and how far.
public struct SliderBindings: BitwiseCopyable, Hashable, Sendable {
  /// What the pitch wheel is. It springs back, so as a position it cannot be let go of.
  public enum Wheel: BitwiseCopyable, Hashable, Sendable {
    case off
    /// Its deflection is the speed at which the slider moves; its centre holds it.
    case speed
    /// Its deflection is where the slider stands, counted from where it stood at the start.
    case position
  }

  /// A controller that has a position, 0…127.
  public var controller: UInt8 = 1

  /// How far that controller's whole way moves the slider; 2 is from end to end.
  public var controllerTravel = 2.0

  public var wheel = Wheel.speed

  /// How far the slider moves in a second with the wheel at its end.
  public var wheelSpeed = 1.0

  /// CC 1 by its position, the wheel by its speed: what works with any keyboard.
  @_noLocks @_noAllocation
  public init() {}
}
