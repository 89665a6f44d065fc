/// The slider of a tunable note, −1…+1, and how MIDI moves it.
///
/// A value: messages in, positions out. The process thread alone uses it. Whether or not it is armed it
/// keeps track of where the controls stand; armed, it moves by how far *they* move, so that no position
/// of a knob gives an answer away.
public struct Slider: BitwiseCopyable, Sendable {
  /// What a message has done.
  public enum Outcome: BitwiseCopyable, Hashable, Sendable {
    case nothing
    case moved
    /// A wheel that is a position was let go of: the slider is back where it was held, and that is meant.
    case released
  }

  public private(set) var isArmed = false

  /// Where it stands.
  public private(set) var value = 0.0

  /// Where it goes; with smoothing it takes its time.
  private var goal = 0.0

  private var bindings: SliderBindings
  private var knob: Knob
  private var wheel: PitchWheel
  private let sampleRate: Double

  /// For a wheel that is a position: its deflection and the slider's value from which it counts.
  private var wheelOrigin = 0.0
  private var valueAtOrigin = 0.0

  /// Whether such a wheel counts: one that is still held from the note before has to come to rest first.
  private var doesWheelCount = true

  /// - Parameter sampleRate: frames per second.
  @_noLocks @_noAllocation
  public init(bindings: SliderBindings = SliderBindings(), sampleRate: Double) {
    self.bindings = bindings
    self.sampleRate = sampleRate
    knob = Knob(bindings: bindings, sampleRate: sampleRate)
    wheel = PitchWheel(sampleRate: sampleRate)
  }

  /// Listens to other controls from now on; where they stand is not known yet.
  @_noLocks @_noAllocation
  public mutating func bind(_ bindings: SliderBindings) {
    self.bindings = bindings
    knob = Knob(bindings: bindings, sampleRate: sampleRate)
    wheel = PitchWheel(sampleRate: sampleRate)
    setOrigin()
  }

  /// Follows the hand from `value` on.
  @_noLocks @_noAllocation
  public mutating func arm(at value: Double) {
    isArmed = true
    doesWheelCount = wheel.isAtRest
    move(to: value)
  }

  /// Follows no hand any more.
  @_noLocks @_noAllocation
  public mutating func disarm() { isArmed = false }

  /// Stands at `value` from now on, which may lie beyond ±1; the hand goes on from there.
  @_noLocks @_noAllocation
  public mutating func move(to value: Double) {
    self.value = value
    goal = value
    setOrigin()
  }

  /// Takes a message in.
  @_noLocks @_noAllocation
  public mutating func take(_ message: MIDIMessage, at time: FrameTime) -> Outcome {
    switch message {
    case .controlChange(_, let controller, let position):
      let movement = knob.take(controller: controller, value: position, at: time)
      guard isArmed, movement != 0 else { return .nothing }
      let outcome = set(goal + movement)
      setOrigin()
      return outcome
    case .pitchWheel(_, let position):
      // The wheel has one step less above its centre than below.
      let deflection = Double(position) / (position > 0 ? 8191 : 8192)
      let isReleased = wheel.take(deflection, at: time)
      guard isArmed, case .position = bindings.wheel else { return .nothing }
      guard doesWheelCount else {
        setOrigin()
        doesWheelCount = wheel.isAtRest
        return .nothing
      }
      guard isReleased else { return set(valueAtOrigin + wheel.deflection - wheelOrigin) }
      move(to: bounded(valueAtOrigin + wheel.heldDeflection - wheelOrigin))
      return .released
    default: return .nothing
    }
  }

  /// Whether time alone moves the slider: ``advance(seconds:)`` is to be called.
  public var isMoving: Bool {
    @_noLocks @_noAllocation
    get { isArmed && (value != goal || isDriven) }
  }

  /// Lets time pass; returns whether the slider has moved.
  @_noLocks @_noAllocation
  public mutating func advance(seconds: Double) -> Bool {
    guard isMoving else { return false }
    let before = value
    if isDriven {
      // Quadratic: the first half of the wheel's way is for the last few cents.
      let deflection = wheel.deflection
      goal = bounded(goal + deflection * abs(deflection) * bindings.wheelSpeed * seconds)
    }
    let distance = goal - value
    // Backward Euler of a first-order lag; what is a thousandth of a cent away has arrived.
    value =
      abs(distance) < 1e-5 ? goal : value + distance * seconds / (bindings.smoothing + seconds)
    if isDriven { setOrigin() }
    return value != before
  }

  /// Whether the wheel drives the slider.
  private var isDriven: Bool {
    @_noLocks @_noAllocation
    get {
      guard case .speed = bindings.wheel else { return false }
      return !wheel.isAtRest
    }
  }

  @_noLocks @_noAllocation
  private mutating func set(_ newGoal: Double) -> Outcome {
    let before = value
    goal = bounded(newGoal)
    if bindings.smoothing <= 0 { value = goal }
    return value != before ? .moved : .nothing
  }

  /// No hand goes beyond the ends; one that starts there is not pulled in.
  @_noLocks @_noAllocation
  private func bounded(_ newGoal: Double) -> Double {
    max(min(-1, goal), min(max(1, goal), newGoal))
  }

  @_noLocks @_noAllocation
  private mutating func setOrigin() {
    wheelOrigin = wheel.deflection
    valueAtOrigin = goal
  }
}
