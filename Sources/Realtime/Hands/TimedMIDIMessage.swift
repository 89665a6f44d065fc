/// A MIDI message and where in the period it falls.
public struct TimedMIDIMessage: BitwiseCopyable, Hashable, Sendable {
  /// Frames from the period's first.
  public var offset: Int
  public var message: MIDIMessage

  @_noLocks @_noAllocation
  public init(offset: Int, message: MIDIMessage) {
    self.offset = offset
    self.message = message
  }
}
