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
