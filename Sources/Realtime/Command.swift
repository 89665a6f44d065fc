/// What the main thread asks of the process callback. Every message in that direction stands here.
///
/// `@unchecked Sendable` because of the bank: it is handed over with the message, and whoever sent it
/// does not touch it until an event gives it back.
public struct Command: BitwiseCopyable, @unchecked Sendable {
  public enum Kind: BitwiseCopyable, Sendable {
    /// Starts note `note` in a free voice.
    case play
    /// Glides note `note` to `ratio`.
    case retune
    /// Fades note `note` out; unknown notes are ignored.
    case stop
    /// Fades out every note and drops those that have yet to begin.
    case stopAll
    /// From now on notes start in the voices at `voices`.
    case install
  }

  public var kind: Kind

  /// When it takes effect; at once where `isScheduled` is false.
  public var frame = FrameTime(0)
  public var isScheduled = false

  public var note = NoteID(0)

  /// What FluidSynth plays: a MIDI key, a whole number of cents from it, and a velocity.
  public var key: Int32 = 0
  public var cents: Int32 = 0
  public var velocity: Int32 = 0

  /// The resampler's relative ratio, which supplies the rest of the pitch.
  public var ratio: Double = 1

  /// A linear gain.
  public var gain: Float = 1

  /// The note's length, its fades included; 0 sounds until it is stopped.
  public var durationFrames: UInt32 = 0

  /// A bank of voices, for `install`.
  public var voices: UnsafeMutableRawPointer?

  @_noLocks @_noAllocation
  public init(_ kind: Kind) { self.kind = kind }
}
