/// What the process callback tells the main thread. Every message in that direction stands here.
///
/// `@unchecked Sendable` because of the bank: after `retired` the callback never touches it again.
public struct Event: BitwiseCopyable, @unchecked Sendable {
  public enum Kind: BitwiseCopyable {
    /// The note began.
    case started(NoteID)

    /// The note was silent from this frame on.
    case ended(NoteID)

    /// The note could not begin: every voice was taken.
    case refused(NoteID)

    /// A hand has moved the slider of the note; told once a period, with the last frame and value.
    case slider(NoteID, value: Double)

    /// A key, a pad or a pedal was pressed. `value` is where the slider stood; a commit has taken the
    /// note out of the hand.
    case intent(HandIntent, NoteID, value: Double)

    /// The bank is no longer used; it may be disposed of.
    case retired(voices: UnsafeMutableRawPointer)
  }

  public var kind: Kind

  /// When it happened.
  public var frame: FrameTime

  @_noLocks @_noAllocation
  public init(_ kind: Kind, at frame: FrameTime) {
    self.kind = kind
    self.frame = frame
  }
}
