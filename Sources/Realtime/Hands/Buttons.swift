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
