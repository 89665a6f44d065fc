/// What a hand wants of the training by a key, a pad or a pedal.
public enum HandIntent: BitwiseCopyable, Hashable, Sendable {
  case higher, lower, commit, stop
}

/// Which keys, pads, pedals and program changes mean what.
public struct ButtonMap: BitwiseCopyable, Sendable {
  // An intent's code for each number, 0 for none.
  private var keys: InlineArray<128, UInt8>
  private var controllers: InlineArray<128, UInt8>
  private var programs: InlineArray<128, UInt8>

  @_noLocks @_noAllocation
  public init() {
    keys = InlineArray(repeating: 0)
    controllers = InlineArray(repeating: 0)
    programs = InlineArray(repeating: 0)
  }

  /// - Parameter key: 0…127; others are left out.
  @_noLocks @_noAllocation
  public mutating func setKey(_ key: Int, _ intent: HandIntent) {
    if key >= 0, key < 128 { keys[key] = Self.code(of: intent) }
  }

  /// - Parameter controller: 0…127; others are left out.
  @_noLocks @_noAllocation
  public mutating func setController(_ controller: Int, _ intent: HandIntent) {
    if controller >= 0, controller < 128 { controllers[controller] = Self.code(of: intent) }
  }

  /// - Parameter program: 0…127; others are left out.
  @_noLocks @_noAllocation
  public mutating func setProgram(_ program: Int, _ intent: HandIntent) {
    if program >= 0, program < 128 { programs[program] = Self.code(of: intent) }
  }

  @_noLocks @_noAllocation
  func intent(ofKey key: UInt8) -> HandIntent? { Self.intent(keys[Int(key & 0x7F)]) }

  @_noLocks @_noAllocation
  func intent(ofController controller: UInt8) -> HandIntent? {
    Self.intent(controllers[Int(controller & 0x7F)])
  }

  @_noLocks @_noAllocation
  func intent(ofProgram program: UInt8) -> HandIntent? {
    Self.intent(programs[Int(program & 0x7F)])
  }

  @_noLocks @_noAllocation
  private static func code(of intent: HandIntent) -> UInt8 {
    switch intent {
    case .higher: return 1
    case .lower: return 2
    case .commit: return 3
    case .stop: return 4
    }
  }

  @_noLocks @_noAllocation
  private static func intent(_ code: UInt8) -> HandIntent? {
    switch code {
    case 1: return .higher
    case 2: return .lower
    case 3: return .commit
    case 4: return .stop
    default: return nil
    }
  }
}

/// Turns keys, pads, pedals and program changes into intents: each press once.
///
/// A value, used by the process thread alone.
public struct Buttons: BitwiseCopyable, Sendable {
  /// A pedal is down from here on, and up again under `releaseValue`: between them a half-pressed one
  /// does not chatter.
  private static var pressValue: UInt8 { @_noLocks @_noAllocation get { 64 } }
  private static var releaseValue: UInt8 { @_noLocks @_noAllocation get { 48 } }

  private var map: ButtonMap
  private var isDown = InlineArray<128, Bool>(repeating: false)

  @_noLocks @_noAllocation
  public init(map: ButtonMap) { self.map = map }

  /// Other meanings from now on. What is held down stays so: it has to come up before it counts again.
  @_noLocks @_noAllocation
  public mutating func bind(_ map: ButtonMap) { self.map = map }

  /// What a message asks for; `nil` where nothing.
  @_noLocks @_noAllocation
  public mutating func take(_ message: MIDIMessage) -> HandIntent? {
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
