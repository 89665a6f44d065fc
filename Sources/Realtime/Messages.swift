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

/// Names one note from its start to its end. Numbers wrap around; there are never enough notes at
/// once for two to share one.
public struct NoteID: Hashable, BitwiseCopyable, Sendable {
  public var rawValue: UInt32

  @_noLocks @_noAllocation
  public init(_ rawValue: UInt32) { self.rawValue = rawValue }
}

/// All that a voice has to know of a note that it starts.
public struct NoteStart: BitwiseCopyable, Sendable {
  public var note: NoteID

  /// What FluidSynth plays: a MIDI key, a whole number of cents from it, and a velocity.
  public var key: Int32
  public var cents: Int32
  public var velocity: Int32

  /// The resampler's relative ratio, which supplies the rest of the pitch.
  public var ratio: Double

  /// A linear gain.
  public var gain: Float

  /// The note's length in frames, its fades included; 0 sounds until it is stopped.
  public var durationFrames: UInt32

  /// Over how many frames a note that starts quiet rises to its level; 0 for one that has it at once.
  public var riseFrames: UInt32

  @_noLocks @_noAllocation
  public init(
    note: NoteID, key: Int32, cents: Int32 = 0, velocity: Int32, ratio: Double, gain: Float = 1,
    durationFrames: UInt32 = 0, riseFrames: UInt32 = 0
  ) {
    self.note = note
    self.key = key
    self.cents = cents
    self.velocity = velocity
    self.ratio = ratio
    self.gain = gain
    self.durationFrames = durationFrames
    self.riseFrames = riseFrames
  }
}

/// What the process callback has to know to let a hand move a note.
public struct SliderArming: BitwiseCopyable, Sendable {
  /// Where the slider stands, −1…+1.
  public var value: Double

  /// The resampler's relative ratio with the slider at 0.
  public var ratioAtZero: Double

  /// How many cents the slider's 1 is away from its 0.
  public var reach: Double

  @_noLocks @_noAllocation
  public init(value: Double, ratioAtZero: Double, reach: Double) {
    self.value = value
    self.ratioAtZero = ratioAtZero
    self.reach = reach
  }
}
