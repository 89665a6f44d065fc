/// Which MIDI controls do what, as the user has set it. Without further ado, the defaults: what works
/// with any keyboard at once.
public struct MIDISettings: Hashable, Sendable {
  /// The channels that can be listened to; 0 is all of them.
  public static let channels = 0...16

  /// How far a control's whole way can move the slider, in cents.
  public static let travels: ClosedRange<Double> = 10...1200

  /// What a slow single step can count.
  public static let slowSteps: ClosedRange<Double> = 0.05...1

  /// How far a step of an encoder can move the slider, in cents.
  public static let encoderSteps: ClosedRange<Double> = 0.01...50

  /// How long a slider can take to follow, in seconds.
  public static let smoothings: ClosedRange<Double> = 0...1

  /// How fast a wheel at its end can move the slider, in cents per second.
  public static let wheelSpeeds: ClosedRange<Double> = 1...1000

  /// The channel that is listened to, 1…16; 0 is all of them.
  public internal(set) var channel = 0

  /// The control that moves the slider.
  public internal(set) var slider = SliderControl.controller(1)

  /// How far the control's whole way moves the slider, in cents.
  public internal(set) var sliderTravel = 200.0

  /// For a control of 7 bits: what a single step counts that comes alone. Of 200 cents in 127 steps,
  /// a quarter is 0.4 cents.
  public internal(set) var sliderSlowStep = 0.25

  /// For an endless encoder: how far one step moves the slider, in cents.
  public internal(set) var encoderStep = 1.0

  /// The time constant with which the slider follows its control, in seconds.
  public internal(set) var sliderSmoothing = 0.0

  /// What the pitch wheel does.
  public internal(set) var wheel = WheelUse.speed

  /// How fast the wheel at its end moves the slider, in cents per second.
  public internal(set) var wheelSpeed = 100.0

  /// What answers that the second note is higher; by default the keys above middle C.
  public internal(set) var higher: [MIDIButton] = [.notes(61...127)]

  /// What answers that it is lower; by default the keys below middle C.
  public internal(set) var lower: [MIDIButton] = [.notes(0...59)]

  /// What commits a tuned note; by default any key and the sustain pedal.
  public internal(set) var commit: [MIDIButton] = [.notes(0...127), .controller(64)]

  /// What stops the training; by default nothing, so that no stray key does.
  public internal(set) var stop: [MIDIButton] = []

  public init() {}
}
