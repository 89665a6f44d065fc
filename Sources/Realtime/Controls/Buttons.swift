/// A request of a MIDI key, pad or pedal to the training.
public enum ControlIntent: BitwiseCopyable, Hashable, Sendable {
  case higher, lower, commit, stop

  /// The answer that it was this one of several sounds.
  case first, second, third

  /// The end of the note that is played. Unlike a commit, it needs no note of Peach.
  case done

  /// Hear the trial again; pause or continue; withdraw the last answer.
  case again, pause, undo
}

/// The meanings of keys, pads, pedals and program changes.
public struct ButtonMap: BitwiseCopyable, Sendable {
  // The intent of each number.
  private var keys: InlineArray<128, ControlIntent?>
  private var controllers: InlineArray<128, ControlIntent?>
  private var programs: InlineArray<128, ControlIntent?>

  /// True for each controller that is a latching switch.
  private var latching: InlineArray<128, Bool>

  @_noLocks @_noAllocation
  public init() {
    keys = InlineArray(repeating: nil)
    controllers = InlineArray(repeating: nil)
    programs = InlineArray(repeating: nil)
    latching = InlineArray(repeating: false)
  }

  /// - Parameter key: 0…127; others are ignored.
  @_noLocks @_noAllocation
  public mutating func setKey(_ key: Int, _ intent: ControlIntent) {
    if key >= 0, key < 128 { keys[key] = intent }
  }

  /// - Parameters:
  ///   - controller: 0…127; others are ignored.
  ///   - isLatching: true for a switch that stays where it is until the next press, so that each of
  ///     its changes is a press.
  @_noLocks @_noAllocation
  public mutating func setController(
    _ controller: Int, _ intent: ControlIntent, isLatching: Bool = false
  ) {
    guard controller >= 0, controller < 128 else { return }
    controllers[controller] = intent
    latching[controller] = isLatching
  }

  /// - Parameter program: 0…127; others are ignored.
  @_noLocks @_noAllocation
  public mutating func setProgram(_ program: Int, _ intent: ControlIntent) {
    if program >= 0, program < 128 { programs[program] = intent }
  }

  @_noLocks @_noAllocation
  func intent(ofKey key: UInt8) -> ControlIntent? { keys[Int(key & 0x7F)] }

  @_noLocks @_noAllocation
  func intent(ofController controller: UInt8) -> ControlIntent? {
    controllers[Int(controller & 0x7F)]
  }

  @_noLocks @_noAllocation
  func isLatching(_ controller: UInt8) -> Bool { latching[Int(controller & 0x7F)] }

  @_noLocks @_noAllocation
  func intent(ofProgram program: UInt8) -> ControlIntent? {
    programs[Int(program & 0x7F)]
  }
}

/// Turns keys, pads, pedals and program changes into intents, one for each press.
///
/// A press that arrives twice counts once: a keyboard may send a key on two channels, and a device
/// may be connected by two ways. A value that only the process thread uses.
public struct Buttons: BitwiseCopyable, Sendable {
  /// A pedal is down from this value up, and up again below `releaseValue`: the gap keeps a
  /// half-pressed pedal from chattering.
  private static var pressValue: UInt8 { @_noLocks @_noAllocation get { 64 } }
  private static var releaseValue: UInt8 { @_noLocks @_noAllocation get { 48 } }

  /// The seconds after which a repeated message of a key that is down, or of the chosen program, is
  /// another press: some pads never send a note-off.
  private static var repeatTime: Double { @_noLocks @_noAllocation get { 0.05 } }

  private var map: ButtonMap
  private let repeatFrames: Int
  private var isKeyDown = InlineArray<128, Bool>(repeating: false)
  private var keyTimes = InlineArray<128, FrameTime>(repeating: FrameTime(0))
  private var isDown = InlineArray<128, Bool>(repeating: false)

  /// True for each controller that has sent a message: a latching switch may be on before its first
  /// one.
  private var isKnown = InlineArray<128, Bool>(repeating: false)

  /// The last program, −1 until the first, and its time.
  private var lastProgram = -1
  private var programTime = FrameTime(0)

  /// - Parameter sampleRate: frames per second.
  @_noLocks @_noAllocation
  public init(map: ButtonMap, sampleRate: Double) {
    self.map = map
    repeatFrames = Int(Self.repeatTime * sampleRate)
  }

  /// Changes the meanings. A pedal that is down has to come up before it counts again.
  @_noLocks @_noAllocation
  public mutating func bind(_ map: ButtonMap) { self.map = map }

  /// Forgets what is held, as after a disconnection: the next press of everything counts.
  @_noLocks @_noAllocation
  public mutating func reset() {
    isKeyDown = InlineArray(repeating: false)
    isDown = InlineArray(repeating: false)
    isKnown = InlineArray(repeating: false)
    lastProgram = -1
  }

  /// Handles a message; returns its request, or `nil`.
  @_noLocks @_noAllocation
  public mutating func handle(_ message: MIDIMessage, at time: FrameTime) -> ControlIntent? {
    switch message {
    case .noteOn(_, let key, _): return isPress(ofKey: key, at: time) ? map.intent(ofKey: key) : nil
    case .noteOff(_, let key):
      isKeyDown[Int(key & 0x7F)] = false
      return nil
    case .programChange(_, let program):
      return isChange(to: program, at: time) ? map.intent(ofProgram: program) : nil
    case .controlChange(_, let controller, let value):
      return isPress(ofController: controller, value) ? map.intent(ofController: controller) : nil
    case .pitchWheel: return nil
    }
  }

  /// Handles a message that may be the echo of one that was sent. It is no request, but it releases
  /// keys and pedals, because it may come from the hand: the message that switches off a light on a
  /// press is often equal to that of the release, which then follows within the time of an echo. If
  /// it were ignored, the next press of a pedal would not count.
  @_noLocks @_noAllocation
  public mutating func handleEcho(_ message: MIDIMessage) {
    switch message {
    case .noteOff(_, let key): isKeyDown[Int(key & 0x7F)] = false
    case .controlChange(_, let controller, let value):
      // Each change of a latching switch is a press.
      guard value < Self.releaseValue, !map.isLatching(controller) else { return }
      isDown[Int(controller & 0x7F)] = false
    case .noteOn, .programChange, .pitchWheel: break
    }
  }

  @_noLocks @_noAllocation
  private mutating func isPress(ofKey key: UInt8, at time: FrameTime) -> Bool {
    let index = Int(key & 0x7F)
    let isRepeat = isKeyDown[index] && isClose(keyTimes[index], time)
    isKeyDown[index] = true
    keyTimes[index] = time
    return !isRepeat
  }

  @_noLocks @_noAllocation
  private mutating func isChange(to program: UInt8, at time: FrameTime) -> Bool {
    let isRepeat = lastProgram == Int(program) && isClose(programTime, time)
    lastProgram = Int(program)
    programTime = time
    return !isRepeat
  }

  @_noLocks @_noAllocation
  private mutating func isPress(ofController controller: UInt8, _ value: UInt8) -> Bool {
    let index = Int(controller & 0x7F)
    let wasDown = isDown[index]
    let isFirst = !isKnown[index]
    isDown[index] = value >= (wasDown ? Self.releaseValue : Self.pressValue)
    isKnown[index] = true
    if map.isLatching(controller) { return isFirst || isDown[index] != wasDown }
    return isDown[index] && !wasDown
  }

  @_noLocks @_noAllocation
  private func isClose(_ earlier: FrameTime, _ later: FrameTime) -> Bool {
    let distance = later.distance(since: earlier)
    return distance >= 0 && distance <= repeatFrames
  }
}
