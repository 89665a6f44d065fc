/// Which MIDI controls do what in a training.
public struct HandBindings: BitwiseCopyable, Sendable {
  /// The channel that is listened to, 0…15; others than these are all.
  public var channel: UInt8 = 0xFF

  public var slider = SliderBindings()
  public var buttons = ButtonMap()

  @_noLocks @_noAllocation
  public init() {}

  /// Whether a message is on a channel that is listened to.
  @_noLocks @_noAllocation
  public func listens(to message: MIDIMessage) -> Bool {
    channel > 15 || message.channel == channel
  }
}
