/// The slider of a tunable note, −1…+1, and how MIDI moves it.
///
/// A value: messages in, positions out. The process thread alone uses it. Whether or not it is armed it
/// keeps track of where the controls stand; armed, it moves by how far *they* move, so that no position
/// of a knob gives an answer away.
public struct Slider: BitwiseCopyable, Sendable {
  /// A wheel closer to its centre than this is at rest: cheap ones do not come back to 0.
  private static var restingDeflection: Double {
    @_noLocks @_noAllocation
    get { 1.0 / 64 }
  }

  public private(set) var isArmed = false

  /// Where it stands.
  public private(set) var value = 0.0

  private var bindings: SliderBindings

  /// The controller's last position, −1 before it has been heard of.
  private var controllerPosition = -1

  /// The wheel's deflection, −1…+1.
  private var deflection = 0.0

  /// For a wheel that is a position: its deflection and the slider's value from which it counts.
  private var wheelOrigin = 0.0
  private var valueAtOrigin = 0.0

  @_noLocks @_noAllocation
  public init(bindings: SliderBindings = SliderBindings()) { self.bindings = bindings }

  /// Listens to other controls from now on; where they stand is not known yet.
  @_noLocks @_noAllocation
  public mutating func bind(_ bindings: SliderBindings) {
    self.bindings = bindings
    controllerPosition = -1
    deflection = 0
    setOrigin()
  }

  /// Follows the hand from `value` on.
  @_noLocks @_noAllocation
  public mutating func arm(at value: Double) {
    isArmed = true
    move(to: value)
  }

  /// Follows no hand any more.
  @_noLocks @_noAllocation
  public mutating func disarm() { isArmed = false }

  /// Stands at `value` from now on, which may lie beyond ±1; the hand goes on from there.
  @_noLocks @_noAllocation
  public mutating func move(to value: Double) {
    self.value = value
    setOrigin()
  }

  /// Takes a message in; returns whether the slider has moved.
  @_noLocks @_noAllocation
  public mutating func take(_ message: MIDIMessage) -> Bool {
    switch message {
    case .controlChange(_, let controller, let position):
      guard controller == bindings.controller else { return false }
      return takeController(Int(position))
    case .pitchWheel(_, let position):
      // The wheel has one step less above its centre than below.
      deflection = Double(position) / (position > 0 ? 8191 : 8192)
      guard isArmed, case .position = bindings.wheel else { return false }
      return set(valueAtOrigin + deflection - wheelOrigin)
    default: return false
    }
  }

  /// Whether time alone moves the slider: ``advance(seconds:)`` is to be called.
  public var isMoving: Bool {
    @_noLocks @_noAllocation
    get {
      guard isArmed, case .speed = bindings.wheel else { return false }
      return abs(deflection) > Self.restingDeflection
    }
  }

  /// Lets time pass; returns whether the slider has moved.
  @_noLocks @_noAllocation
  public mutating func advance(seconds: Double) -> Bool {
    guard isMoving else { return false }
    // Quadratic: the first half of the wheel's way is for the last few cents.
    return set(value + deflection * abs(deflection) * bindings.wheelSpeed * seconds)
  }

  @_noLocks @_noAllocation
  private mutating func takeController(_ position: Int) -> Bool {
    let before = controllerPosition
    controllerPosition = position
    guard isArmed, before >= 0 else { return false }
    let moved = set(value + Double(position &- before) / 127 * bindings.controllerTravel)
    setOrigin()
    return moved
  }

  @_noLocks @_noAllocation
  private mutating func set(_ newValue: Double) -> Bool {
    let before = value
    // No hand goes beyond the ends; one that starts there is not pulled in.
    value = max(min(-1, before), min(max(1, before), newValue))
    return value != before
  }

  @_noLocks @_noAllocation
  private mutating func setOrigin() {
    wheelOrigin = deflection
    valueAtOrigin = value
  }
}
