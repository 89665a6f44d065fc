/// What the process callback tells the main thread. Every message in that direction stands here.
///
/// `@unchecked Sendable` because of the bank: after `retired` the callback never touches it again.
public struct Event: BitwiseCopyable, @unchecked Sendable {
  public enum Kind: BitwiseCopyable, Sendable {
    /// Note `note` began at `frame`.
    case started
    /// Note `note` was silent from `frame` on.
    case ended
    /// Note `note` could not begin: every voice was taken.
    case refused
    /// The bank at `voices` is no longer used; it may be disposed of.
    case retired
  }

  public var kind: Kind
  public var frame: FrameTime
  public var note: NoteID
  public var voices: UnsafeMutableRawPointer?

  @_noLocks @_noAllocation
  public init(
    _ kind: Kind, at frame: FrameTime, note: NoteID = NoteID(0),
    voices: UnsafeMutableRawPointer? = nil
  ) {
    self.kind = kind
    self.frame = frame
    self.note = note
    self.voices = voices
  }
}
