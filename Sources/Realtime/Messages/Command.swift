/// What the main thread asks of the process callback. Every message in that direction stands here.
///
/// `@unchecked Sendable` because of the bank: it is handed over with the message, and whoever sent it
/// does not touch it until an event gives it back.
public struct Command: BitwiseCopyable, @unchecked Sendable {
  public enum Action: BitwiseCopyable {
    /// Starts a note in a free voice.
    case play(NoteStart)

    /// Glides a note to another relative ratio of the resampler.
    case retune(NoteID, ratio: Double)

    /// Fades a note out; unknown notes are ignored.
    case stop(NoteID)

    /// Fades out every note and drops those that have yet to begin.
    case stopAll

    /// Gives a sounding note into the hand: from now on MIDI moves it, and no other note.
    case arm(NoteID, SliderArming)

    /// Puts the slider of a note somewhere, as keys and lines do; the hand goes on from there.
    case moveSlider(NoteID, value: Double)

    /// From now on these controls move the slider, answer and commit.
    case bind(HandBindings)

    /// From now on notes start in these voices.
    case install(voices: UnsafeMutableRawPointer)
  }

  public var action: Action

  /// When it takes effect; at once where `isScheduled` is false.
  public var frame = FrameTime(0)
  public var isScheduled = false

  /// A command that takes effect at once.
  @_noLocks @_noAllocation
  public init(_ action: Action) { self.action = action }

  /// A command that takes effect at `frame`, or at once if that has passed.
  @_noLocks @_noAllocation
  public init(_ action: Action, at frame: FrameTime) {
    self.action = action
    self.frame = frame
    isScheduled = true
  }
}
