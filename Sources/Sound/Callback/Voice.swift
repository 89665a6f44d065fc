import CFluidSynth
import CResampler
import Realtime

/// One note's sound: FluidSynth at a whole number of cents, a varispeed resampler for the rest of
/// the pitch, a fade at either end, and a ramp for a note that starts quietly.
///
/// `VoiceBank` in `Control/` builds it; once it is installed, only the process thread touches it.
/// FluidSynth's own pitch does not change while a note sounds; the resampler makes every glide. A
/// note can rise by an octave and fall by four.
struct Voice: BitwiseCopyable {
  /// How many frames FluidSynth renders at once: its own block.
  static var blockFrames: Int { @_noLocks @_noAllocation get { 64 } }

  /// The maximum length of FluidSynth's shortest attack (one millisecond, in steps of a block), in
  /// blocks.
  private static var attackBlocks: Int {
    @_noLocks @_noAllocation
    get { 3 }
  }

  private let synth: OpaquePointer
  private let resampler: OpaquePointer
  private let fade: FadeTable

  // Rendered by FluidSynth and not yet resampled: interleaved frames.
  private let block: UnsafeMutablePointer<Float>
  private var blockPosition = 0
  private var blockRemaining: UInt32 = 0

  // Resampled and not yet mixed: interleaved frames, room for `blockFrames`.
  private let resampled: UnsafeMutablePointer<Float>

  private(set) var isActive = false
  private(set) var note = NoteID(0)
  private var gain: Float = 0
  private var fadeInPosition = 0
  private var fadeOutRemaining = 0
  private var rise: StartRamp

  /// The resampler's relative ratio.
  private var glide: Glide

  // The ratios of the frames that are resampled next while the note glides, room for `blockFrames`.
  private let ratios: UnsafeMutablePointer<Double>

  /// Frames until the fade-out begins; at `Int.max` the note sounds until it is stopped.
  private var framesUntilFadeOut = Int.max

  init(
    synth: OpaquePointer, resampler: OpaquePointer, fade: FadeTable, rise: StartRamp, glide: Glide,
    ratios: UnsafeMutablePointer<Double>, buffers: UnsafeMutablePointer<Float>
  ) {
    self.synth = synth
    self.resampler = resampler
    self.fade = fade
    self.rise = rise
    self.glide = glide
    self.ratios = ratios
    block = buffers
    resampled = buffers + 2 * Self.blockFrames
  }

  /// Starts a note; the voice must not be active.
  @_noLocks @_noAllocation
  mutating func start(_ start: NoteStart) {
    note = start.note
    gain = start.gain
    isActive = true
    fadeInPosition = 0
    fadeOutRemaining = fade.frames
    rise.restart(frames: Int(start.riseFrames))
    framesUntilFadeOut =
      start.durationFrames == 0
      ? Int.max : max(0, Int(start.durationFrames) &- fade.frames)
    blockRemaining = 0
    let coarse = start.cents / 100
    _ = fluid_synth_set_gen(synth, 0, Int32(GEN_COARSETUNE.rawValue), Float(coarse))
    _ = fluid_synth_set_gen(
      synth, 0, Int32(GEN_FINETUNE.rawValue), Float(start.cents &- coarse &* 100))
    _ = fluid_synth_noteon(synth, 0, start.key, start.velocity)
    // FluidSynth's own attack is a straight ramp over a block or two, whose corners are audible
    // through the fade. These blocks are dropped, so that the fade begins on the steady sound.
    var dropped = 0
    while dropped < Self.attackBlocks {
      renderBlock()
      dropped &+= 1
    }
    blockRemaining = 0
    glide.restart(at: start.ratio)
    resampler_restart(resampler, start.ratio)
  }

  /// Glides to another ratio.
  @_noLocks @_noAllocation
  mutating func retune(ratio: Double) {
    // A glide that leads there already goes on, and ends when it would have ended.
    if ratio != glide.goal { glide.move(to: ratio) }
  }

  /// Whether the note has not reached its pitch yet.
  var isGliding: Bool {
    @_noLocks @_noAllocation
    get { glide.isMoving }
  }

  /// Whether the fade-out has begun.
  var isStopping: Bool {
    @_noLocks @_noAllocation
    get { framesUntilFadeOut == 0 }
  }

  /// Begins the fade-out unless it has already begun.
  @_noLocks @_noAllocation
  mutating func stop() {
    framesUntilFadeOut = 0
  }

  /// Adds the next `frames` frames to both outputs. Returns the frame from which the note is
  /// silent, counted from the first, or −1 if it continues.
  @_noLocks @_noAllocation
  mutating func render(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, frames: Int
  ) -> Int {
    var done = 0
    while done < frames {
      let wanted = min(frames &- done, Self.blockFrames)
      fill(wanted)
      var index = 0
      while index < wanted {
        let level = nextLevel()
        left[done &+ index] += resampled[2 &* index] * level
        right[done &+ index] += resampled[2 &* index &+ 1] * level
        index &+= 1
        if fadeOutRemaining == 0 {
          end()
          return done &+ index
        }
      }
      done &+= wanted
    }
    return -1
  }

  /// Silences the synth for the next note.
  @_noLocks @_noAllocation
  private mutating func end() {
    isActive = false
    _ = fluid_synth_all_sounds_off(synth, 0)
    // The synth drops its voices while it renders: this block is never heard.
    renderBlock()
    blockRemaining = 0
  }

  /// The note's gain times its ramp and both fades, for one frame. They multiply, so that a stop
  /// during the fade-in has no corner.
  @_noLocks @_noAllocation
  private mutating func nextLevel() -> Float {
    var level = gain * rise.next()
    if fadeInPosition < fade.frames {
      level *= fade.gains[fadeInPosition]
      fadeInPosition &+= 1
    }
    if framesUntilFadeOut > 0 {
      if framesUntilFadeOut != Int.max { framesUntilFadeOut &-= 1 }
    } else if fadeOutRemaining > 0 {
      fadeOutRemaining &-= 1
      level *= fade.gains[fadeOutRemaining]
    }
    return level
  }

  /// Resamples `frames` frames, at most `blockFrames`, into `resampled`.
  @_noLocks @_noAllocation
  private mutating func fill(_ frames: Int) {
    var gliding = 0
    while gliding < frames, glide.isMoving {
      ratios[gliding] = glide.next()
      gliding &+= 1
    }
    if gliding > 0 { resample(gliding, into: resampled, isGliding: true) }
    if gliding < frames {
      resample(frames &- gliding, into: resampled + 2 &* gliding, isGliding: false)
    }
  }

  /// Resamples `frames` frames: with `ratios` if the note glides, otherwise with the ratio that was
  /// last in use.
  @_noLocks @_noAllocation
  private mutating func resample(
    _ frames: Int, into output: UnsafeMutablePointer<Float>, isGliding: Bool
  ) {
    var missing = UInt32(truncatingIfNeeded: frames)
    while missing > 0 {
      if blockRemaining == 0 { renderBlock() }
      let inputBefore = blockRemaining
      let done = frames &- Int(missing)
      let input = block + 2 &* blockPosition
      if isGliding {
        resampler_glide(
          resampler, input, &blockRemaining, output + 2 &* done, &missing, ratios + done)
      } else {
        resampler_process(resampler, input, &blockRemaining, output + 2 &* done, &missing)
      }
      blockPosition &+= Int(inputBefore &- blockRemaining)
    }
  }

  @_noLocks @_noAllocation
  private mutating func renderBlock() {
    _ = fluid_synth_write_float(
      synth, Int32(truncatingIfNeeded: Self.blockFrames), block, 0, 2, block, 1, 2)
    blockPosition = 0
    blockRemaining = UInt32(truncatingIfNeeded: Self.blockFrames)
  }
}

/// Brings a note that starts quietly to its level: from −20 dB up, evenly to the ear.
///
/// The level in decibels follows a raised cosine, so the ramp has no corner at either end and never
/// falls.
struct StartRamp: BitwiseCopyable {
  /// The level at its start, in decibels.
  static let decibels = -20.0

  /// The ramp in equal steps, `steps` + 1 gains from `decibels` to 1; the memory outlives the ramp.
  private let gains: UnsafePointer<Float>
  private let steps: Int

  private var position = 0.0
  private var increment = 0.0
  private var framesLeft = 0

  init(gains: UnsafePointer<Float>, steps: Int) {
    self.gains = gains
    self.steps = steps
  }

  /// Restarts, to reach the full level after `frames` frames; with 0 at once.
  @_noLocks @_noAllocation
  mutating func restart(frames: Int) {
    framesLeft = frames
    position = 0
    increment = frames > 0 ? Double(steps) / Double(frames) : 0
  }

  /// The gain of the next frame.
  @_noLocks @_noAllocation
  mutating func next() -> Float {
    guard framesLeft > 0 else { return 1 }
    let index = min(Int(position), steps &- 1)
    let share = Float(position - Double(index))
    framesLeft &-= 1
    position += increment
    return gains[index] + share * (gains[index &+ 1] - gains[index])
  }
}

/// The rising half of a raised cosine, sampled once for every frame of a fade.
///
/// `gains` points to memory that `Control/` allocated and that outlives every voice using it.
struct FadeTable: BitwiseCopyable {
  /// ½·(1 − cos(π·(i + ½)/frames)) for i in 0..<frames.
  let gains: UnsafePointer<Float>

  /// The length of the fade, > 0.
  let frames: Int
}
