/// A message from the main thread to the process callback. It takes effect at the beginning of a
/// period.
///
/// Large contents are behind pointers, so that a command is small. `@unchecked Sendable` because of
/// the pointers: the sender does not touch the memory behind them until an event returns it.
public struct Command: BitwiseCopyable, @unchecked Sendable {
  public enum Action: BitwiseCopyable {
    /// Starts the notes of a passage, each in a free voice. The frames to a later note are counted
    /// as they are rendered, whatever happens to JACK's clock.
    case play(UnsafeMutablePointer<PassageNote>, count: Int)

    /// Glides a note to another relative ratio of the resampler.
    case retune(NoteID, ratio: Double)

    /// Fades a note out, or drops it if it has not begun; unknown notes are ignored.
    case stop(NoteID)

    /// Fades out every note and drops the notes that have not begun.
    case stopAll

    /// Lets the level of all sound glide to a linear gain.
    case setLevel(gain: Double)

    /// Lets MIDI control a sounding note: from now on MIDI moves this note, and no other.
    case arm(NoteID, SliderArming)

    /// Moves the slider of a note to a value, as keys and typed lines do; MIDI continues from
    /// there. `number` is that of the movement; see ``SliderArming/number``.
    case moveSlider(NoteID, value: Double, number: UInt32)

    /// Requests the value of the slider with which the note sounds when its glide has ended. MIDI
    /// no longer controls the note then.
    case confirmSlider(NoteID)

    /// Requests `Event.Kind.confirmed`.
    case confirm

    /// Sets the controls that move the slider, answer and commit.
    case bind(UnsafeMutablePointer<ControlBindings>)

    /// Releases everything that is held on the controls, as the device has gone.
    case resetControls

    /// Announces that a motor begins to move the control that tunes: for a moment, its messages are
    /// positions and not movements.
    case followMotor

    /// Sets the voices in which notes start from now on.
    case install(voices: UnsafeMutableRawPointer)
  }

  public var action: Action

  @_noLocks @_noAllocation
  public init(_ action: Action) { self.action = action }
}

/// A message from the process callback to the main thread.
///
/// `@unchecked Sendable` because of the pointers: after `retired` and `returned` the callback never
/// touches the memory behind them again.
public struct Event: BitwiseCopyable, @unchecked Sendable {
  public enum Kind: BitwiseCopyable {
    /// The note began.
    case started(NoteID)

    /// The note was silent from this frame on.
    case ended(NoteID)

    /// The note could not begin because every voice was in use.
    case refused(NoteID)

    /// The slider of the note has moved. Sent once a period, with the last frame and value.
    /// `number` is that of the last command in the value: without a newer one the slider stands
    /// there.
    case slider(NoteID, value: Double, number: UInt32)

    /// A key, a pad or a pedal was pressed. `value` is the slider's value; after a commit MIDI no
    /// longer controls the note.
    case intent(ControlIntent, NoteID, value: Double)

    /// The position of the control of the output level, 0…1. Sent once a period, with the last
    /// frame and position.
    case level(Double)

    /// The MIDI input demanded silence, and everything fades out. Sent once a period at most.
    case panic

    /// The note sounds with the slider at `value`: the answer to `confirmSlider`.
    case confirmedSlider(NoteID, value: Double)

    /// The callback runs: the answer to `confirm`.
    case confirmed

    /// The bank is no longer used and may be disposed of.
    case retired(voices: UnsafeMutableRawPointer)

    /// The passage or the bindings that a command pointed to are no longer used and may be disposed
    /// of.
    case returned(UnsafeMutableRawPointer)
  }

  public var kind: Kind

  /// The frame in which it happened.
  public var frame: FrameTime

  @_noLocks @_noAllocation
  public init(_ kind: Kind, at frame: FrameTime) {
    self.kind = kind
    self.frame = frame
  }
}

/// Identifies one note from its start to its end. Numbers wrap around; there are never so many
/// notes at once that two share a number.
public struct NoteID: Hashable, BitwiseCopyable, Sendable {
  public var rawValue: UInt32

  @_noLocks @_noAllocation
  public init(_ rawValue: UInt32) { self.rawValue = rawValue }
}

/// The parameters with which a voice starts a note.
public struct NoteStart: BitwiseCopyable, Sendable {
  public var note: NoteID

  /// FluidSynth's note: a MIDI key, a whole number of cents from it, and a velocity.
  public var key: Int32
  public var cents: Int32
  public var velocity: Int32

  /// The resampler's relative ratio, which supplies the rest of the pitch.
  public var ratio: Double

  /// The number of FluidSynth's frames after which the sample has another pitch, and the factor on
  /// ``ratio`` from then on that compensates for it.
  public var changeFrame: UInt32
  public var changeFactor: Double

  /// The linear gain of the note's amplitude and the correction of its loudness, without the output
  /// level.
  public var gain: Float

  /// The note's length in frames, including its fades; a note of length 0 sounds until it is
  /// stopped.
  public var durationFrames: UInt32

  /// The frames in which a note that starts quietly rises to its level; 0 if it starts there.
  public var riseFrames: UInt32

  /// True if the note is struck again when it has died away.
  public var strikesAgain: Bool

  @_noLocks @_noAllocation
  public init(
    note: NoteID, key: Int32, cents: Int32 = 0, velocity: Int32, ratio: Double,
    changeFrame: UInt32 = .max, changeFactor: Double = 1, gain: Float = 1,
    durationFrames: UInt32 = 0, riseFrames: UInt32 = 0, strikesAgain: Bool = false
  ) {
    self.note = note
    self.key = key
    self.cents = cents
    self.velocity = velocity
    self.ratio = ratio
    self.changeFrame = changeFrame
    self.changeFactor = changeFactor
    self.gain = gain
    self.durationFrames = durationFrames
    self.riseFrames = riseFrames
    self.strikesAgain = strikesAgain
  }
}

/// A note of a passage, as the process callback plays it.
public struct PassageNote: BitwiseCopyable, Sendable {
  public var start: NoteStart

  /// The frames from the passage's first one to the note's.
  public var delay: UInt32

  /// Lets MIDI control the note from its first frame on; its pitch is then that of the slider.
  public var arming: SliderArming?

  /// True if the trigger output marks where the note begins.
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

/// The parameters with which MIDI moves a note.
public struct SliderArming: BitwiseCopyable, Sendable {
  /// The slider's value, −1…+1.
  public var value: Double

  /// The resampler's relative ratio with the slider at 0.
  public var ratioAtZero: Double

  /// The distance from the slider's 0 to its 1, in cents.
  public var reach: Double

  /// The number of this command among those that place or move the slider of the note. The sender
  /// counts them from 1; numbers wrap around.
  public var number: UInt32

  @_noLocks @_noAllocation
  public init(value: Double, ratioAtZero: Double, reach: Double, number: UInt32) {
    self.value = value
    self.ratioAtZero = ratioAtZero
    self.reach = reach
    self.number = number
  }
}
