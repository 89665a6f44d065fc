/// A note of a passage, as the process callback needs it.
public struct PassageNote: BitwiseCopyable, Sendable {
  public var start: NoteStart

  /// The frames from the passage's first one to the note's.
  public var delay: UInt32

  /// Lets MIDI control the note from its first frame on; the note then sounds where the slider stands.
  public var arming: SliderArming?

  /// Whether the trigger output marks where the note begins.
  public var isMarked: Bool

  @_noLocks @_noAllocation
  public init(
    _ start: NoteStart, delay: UInt32 = 0, arming: SliderArming? = nil, isMarked: Bool = true
  ) {
    self.start = start
    self.delay = delay
    self.arming = arming
    self.isMarked = isMarked
  }
}
