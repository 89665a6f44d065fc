/// What a MIDI key, pad or pedal asks of the training.
public enum ControlIntent: BitwiseCopyable, Hashable, Sendable {
  case higher, lower, commit, stop
}

/// The meanings of keys, pads, pedals and program changes.
public struct ButtonMap: BitwiseCopyable, Sendable {
  // For each number an intent's code, 0 for none.
  private var keys: InlineArray<128, UInt8>
  private var controllers: InlineArray<128, UInt8>
  private var programs: InlineArray<128, UInt8>

  @_noLocks @_noAllocation
  public init() {
    keys = InlineArray(repeating: 0)
    controllers = InlineArray(repeating: 0)
    programs = InlineArray(repeating: 0)
  }

  /// - Parameter key: 0…127; others are ignored.
  @_noLocks @_noAllocation
  public mutating func setKey(_ key: Int, _ intent: ControlIntent) {
    if key >= 0, key < 128 { keys[key] = Self.code(of: intent) }
  }

  /// - Parameter controller: 0…127; others are ignored.
  @_noLocks @_noAllocation
  public mutating func setController(_ controller: Int, _ intent: ControlIntent) {
    if controller >= 0, controller < 128 { controllers[controller] = Self.code(of: intent) }
  }

  /// - Parameter program: 0…127; others are ignored.
  @_noLocks @_noAllocation
  public mutating func setProgram(_ program: Int, _ intent: ControlIntent) {
    if program >= 0, program < 128 { programs[program] = Self.code(of: intent) }
  }

  @_noLocks @_noAllocation
  func intent(ofKey key: UInt8) -> ControlIntent? { Self.intent(keys[Int(key & 0x7F)]) }

  @_noLocks @_noAllocation
  func intent(ofController controller: UInt8) -> ControlIntent? {
    Self.intent(controllers[Int(controller & 0x7F)])
  }

  @_noLocks @_noAllocation
  func intent(ofProgram program: UInt8) -> ControlIntent? {
    Self.intent(programs[Int(program & 0x7F)])
  }

  @_noLocks @_noAllocation
  private static func code(of intent: ControlIntent) -> UInt8 {
    switch intent {
    case .higher: return 1
    case .lower: return 2
    case .commit: return 3
    case .stop: return 4
    }
  }

  @_noLocks @_noAllocation
  private static func intent(_ code: UInt8) -> ControlIntent? {
    switch code {
    case 1: return .higher
    case 2: return .lower
    case 3: return .commit
    case 4: return .stop
    default: return nil
    }
  }
}

/// Turns keys, pads, pedals and program changes into intents, one for each press.
///
/// A value that only the process thread uses.
public struct Buttons: BitwiseCopyable, Sendable {
  /// A pedal is down from this value up, and up again below `releaseValue`: the gap keeps a
  /// half-pressed pedal from chattering.
  private static var pressValue: UInt8 { @_noLocks @_noAllocation get { 64 } }
  private static var releaseValue: UInt8 { @_noLocks @_noAllocation get { 48 } }

  private var map: ButtonMap
  private var isDown = InlineArray<128, Bool>(repeating: false)

  @_noLocks @_noAllocation
  public init(map: ButtonMap) { self.map = map }

  /// Changes the meanings. A pedal that is down has to come up before it counts again.
  @_noLocks @_noAllocation
  public mutating func bind(_ map: ButtonMap) { self.map = map }

  /// What a message asks for; `nil` if nothing.
  @_noLocks @_noAllocation
  public mutating func handle(_ message: MIDIMessage) -> ControlIntent? {
    switch message {
    case .noteOn(_, let key, _): return map.intent(ofKey: key)
    case .programChange(_, let program): return map.intent(ofProgram: program)
    case .controlChange(_, let controller, let value):
      let index = Int(controller & 0x7F)
      if isDown[index] {
        if value < Self.releaseValue { isDown[index] = false }
        return nil
      }
      guard value >= Self.pressValue else { return nil }
      isDown[index] = true
      return map.intent(ofController: controller)
    default: return nil
    }
  }
}
