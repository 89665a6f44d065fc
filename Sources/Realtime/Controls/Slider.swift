/// The slider of a tunable note, −1…+1, which MIDI moves.
///
/// A value that turns messages into positions. Only the process thread uses it. Armed or not, it
/// tracks the positions of the controls. Armed, it moves by how far *they* move, so that a knob's
/// position does not reveal the answer.
public struct Slider: BitwiseCopyable, Sendable {
  /// The effect of a message.
  public enum Outcome: BitwiseCopyable, Hashable, Sendable {
    case nothing
    case moved
    /// A wheel used as a position was released: the slider is back at the value at which the wheel
    /// was held, which is the answer.
    case released
  }

  public private(set) var isArmed = false

  public private(set) var value = 0.0

  /// The position that it moves to; with smoothing this takes time.
  private var goal = 0.0

  private var bindings: SliderBindings

  /// The knobs of all channels: two controllers, or two fingers on a keyboard that has a channel
  /// for each (MPE), may send the same controller from different positions.
  private var knobs: InlineArray<16, Knob>

  /// The wheel of the channel on which one was deflected last.
  private var wheel: PitchWheel
  private var wheelChannel: UInt8 = 0

  /// The last deflection of the wheel of each channel, from which a wheel counts that takes over.
  private var deflections = InlineArray<16, Double>(repeating: 0)

  /// The channels on which keys were released, and those of wheels, a bit for each.
  private var keyChannels: UInt16 = 0
  private var wheelChannels: UInt16 = 0
  private let sampleRate: Double

  /// The deflection and the slider's value from which a wheel used as a position counts.
  private var wheelOrigin = 0.0
  private var valueAtOrigin = 0.0

  /// True if a wheel used as a position counts. A wheel that is still held from the previous note
  /// has to come to rest first.
  private var doesWheelCount = true

  /// The time until which a motor may be moving a control; `nil` if none is.
  private var motorEnd: FrameTime?

  /// The longest time that a motor moves a control, in seconds: it crosses the whole way in about a
  /// quarter of a second, and a few periods pass before it begins and before its messages arrive.
  private static var motorTime: Double { @_noLocks @_noAllocation get { 0.4 } }

  /// - Parameter sampleRate: frames per second.
  @_noLocks @_noAllocation
  public init(bindings: SliderBindings = SliderBindings(), sampleRate: Double) {
    self.bindings = bindings
    self.sampleRate = sampleRate
    knobs = InlineArray(repeating: Knob(bindings: bindings, sampleRate: sampleRate))
    wheel = PitchWheel(sampleRate: sampleRate)
  }

  /// Changes the controls; their positions are not known yet.
  @_noLocks @_noAllocation
  public mutating func bind(_ bindings: SliderBindings) {
    self.bindings = bindings
    knobs = InlineArray(repeating: Knob(bindings: bindings, sampleRate: sampleRate))
    wheel = PitchWheel(sampleRate: sampleRate)
    deflections = InlineArray(repeating: 0)
    setOrigin()
  }

  /// Forgets what is held and where the controls are, as after a disconnection; the slider stays
  /// where it is. The next message of a knob only gives its position.
  @_noLocks @_noAllocation
  public mutating func reset() {
    knobs = InlineArray(repeating: Knob(bindings: bindings, sampleRate: sampleRate))
    (keyChannels, wheelChannels) = (0, 0)
    wheel.reset()
    deflections = InlineArray(repeating: 0)
    setOrigin()
  }

  /// Ignores the movement of controls until a motor that begins to move the control that tunes has
  /// arrived. Messages only give positions, and an arrival in the centre releases no wheel. A
  /// control without a position has no motor and moves the slider as before.
  @_noLocks @_noAllocation
  public mutating func followMotor(from time: FrameTime) {
    reset()
    motorEnd = time.advanced(by: Int(Self.motorTime * sampleRate))
  }

  /// Lets movement count again once the motor has arrived. Call once a period at least: the frame
  /// clock wraps around.
  @_noLocks @_noAllocation
  public mutating func releaseMotor(at time: FrameTime) {
    guard let end = motorEnd, time.distance(since: end) >= 0 else { return }
    motorEnd = nil
  }

  private var isMotorMoving: Bool {
    @_noLocks @_noAllocation
    get { if case .some = motorEnd { true } else { false } }
  }

  /// Releases a wheel that drives the slider if it has sent nothing for
  /// ``SliderBindings/wheelTimeout``: its last message was lost, and the slider would run away. A
  /// wheel used as a position drives nothing and may be held still. Call once a period at least.
  @_noLocks @_noAllocation
  public mutating func releaseSilentWheel(at time: FrameTime) {
    guard case .speed = bindings.wheel, !wheel.isAtRest, bindings.wheelTimeout > 0,
      wheel.isSilent(for: Int(bindings.wheelTimeout * sampleRate), at: time)
    else { return }
    wheel.reset()
    setOrigin()
  }

  /// Lets MIDI move the slider, from `value` on.
  @_noLocks @_noAllocation
  public mutating func arm(at value: Double) {
    isArmed = true
    doesWheelCount = wheel.isAtRest || isMotorMoving
    move(to: value)
  }

  /// Stops MIDI from moving the slider.
  @_noLocks @_noAllocation
  public mutating func disarm() { isArmed = false }

  /// Moves to `value`, which may be beyond ±1; MIDI continues from there.
  @_noLocks @_noAllocation
  public mutating func move(to value: Double) {
    self.value = value
    goal = value
    setOrigin()
  }

  /// Handles a message.
  @_noLocks @_noAllocation
  public mutating func handle(_ message: MIDIMessage, at time: FrameTime) -> Outcome {
    releaseMotor(at: time)
    switch message {
    case .controlChange(let channel, let controller, let position):
      let movement = knobs[Int(channel & 0x0F)].handle(
        controller: controller, value: position, at: time)
      guard isArmed, movement != 0, !(isMotorMoving && bindings.source.hasPosition) else {
        return .nothing
      }
      let outcome = set(goal + movement)
      setOrigin()
      return outcome
    case .noteOff(let channel, _):
      releaseFinger(on: channel)
      return .nothing
    case .pitchWheel(let channel, let position):
      wheelChannels |= Self.bit(channel)
      // The wheel has one step less above its centre than below.
      let deflection = Double(position) / (position > 0 ? 8191 : 8192)
      guard turn(to: channel, deflection) else { return .nothing }
      let isReleased = wheel.handle(deflection, at: time)
      guard isArmed, case .position = bindings.wheel else { return .nothing }
      guard doesWheelCount, !isMotorMoving else {
        setOrigin()
        doesWheelCount = doesWheelCount || wheel.isAtRest
        return .nothing
      }
      guard isReleased else { return set(valueAtOrigin + wheel.deflection - wheelOrigin) }
      move(to: bounded(valueAtOrigin + wheel.heldDeflection - wheelOrigin))
      return .released
    default: return .nothing
    }
  }

  /// Handles a message that may be the echo of one that was sent. It moves nothing, but while a
  /// motor moves a control it gives its position.
  @_noLocks @_noAllocation
  public mutating func handleEcho(_ message: MIDIMessage, at time: FrameTime) {
    releaseMotor(at: time)
    guard isMotorMoving else { return }
    switch message {
    case .pitchWheel: _ = handle(message, at: time)
    case .controlChange: if bindings.source.hasPosition { _ = handle(message, at: time) }
    default: break
    }
  }

  /// Makes the wheel of that channel the current one, unless it is at rest while another one is
  /// deflected; returns true if it is the current one.
  @_noLocks @_noAllocation
  private mutating func turn(to channel: UInt8, _ deflection: Double) -> Bool {
    let index = Int(channel & 0x0F)
    let before = deflections[index]
    deflections[index] = deflection
    guard channel != wheelChannel else { return true }
    guard !PitchWheel.isRest(deflection) else { return false }
    wheelChannel = channel
    wheel.reset(to: before)
    if wheel.isAtRest { doesWheelCount = true }
    setOrigin()
    return true
  }

  /// Releases the wheel of the channel on which a key is released, if keys have channels of their
  /// own (MPE): that wheel was the finger on the key, and its last message may be far from the
  /// centre. Such a keyboard sends the wheel of each of these channels; pads on a channel of their
  /// own, beside keys with a wheel, have none.
  @_noLocks @_noAllocation
  private mutating func releaseFinger(on channel: UInt8) {
    keyChannels |= Self.bit(channel)
    let fingers = keyChannels & wheelChannels
    let isOneOfSeveral = fingers & (fingers &- 1) != 0
    guard isOneOfSeveral else { return }
    deflections[Int(channel & 0x0F)] = 0
    guard channel == wheelChannel, !wheel.isAtRest else { return }
    wheel.reset()
    setOrigin()
  }

  @_noLocks @_noAllocation
  private static func bit(_ channel: UInt8) -> UInt16 { 1 &<< UInt16(channel & 0x0F) }

  /// True if the slider moves as time passes: then call ``advance(seconds:)``.
  ///
  /// `mutating`, although it changes nothing, because another module would otherwise copy the
  /// value, 3 kB with the knobs of sixteen channels, several times a period.
  public var isMoving: Bool {
    @_noLocks @_noAllocation
    mutating get { isArmed && (value != goal || isDriven) }
  }

  /// Moves by `seconds`; returns true if the slider has moved.
  @_noLocks @_noAllocation
  public mutating func advance(seconds: Double) -> Bool {
    guard isMoving else { return false }
    let before = value
    if isDriven {
      // Quadratic: the first half of the wheel's travel is for the last few cents.
      let deflection = wheel.deflection
      goal = bounded(goal + deflection * abs(deflection) * bindings.wheelSpeed * seconds)
    }
    let distance = goal - value
    // Backward Euler for a first-order lag; within a thousandth of a cent counts as arrived.
    value =
      abs(distance) < 1e-5 ? goal : value + distance * seconds / (bindings.smoothing + seconds)
    if isDriven { setOrigin() }
    return value != before
  }

  private var isDriven: Bool {
    @_noLocks @_noAllocation
    get {
      guard case .speed = bindings.wheel, !isMotorMoving else { return false }
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

  /// Limits a movement to the ends, or to the start of a slider that is beyond them.
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
