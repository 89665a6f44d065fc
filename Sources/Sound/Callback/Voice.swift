import CResampler
import Realtime

/// The sound of a note: FluidSynth at a whole number of cents, a varispeed resampler for the rest
/// of the pitch, a fade at either end, and a ramp for a note that starts quietly. A note that dies
/// away may be struck again, by a second FluidSynth for a moment.
///
/// `VoiceBank` in `Control/` builds it; once it is installed, only the process thread touches it.
/// FluidSynth's own pitch does not change while a note sounds; the resampler makes every glide. A
/// note can rise by an octave and fall by four.
struct Voice: BitwiseCopyable {
  /// The frames that are resampled at once: a block of FluidSynth's.
  static var blockFrames: Int { @_noLocks @_noAllocation get { Strand.blockFrames } }

  /// The most blocks that FluidSynth renders at once. Eight were measured to take no less time than
  /// four.
  static var mostBlocks: Int { @_noLocks @_noAllocation get { 4 } }

  /// The blocks that a voice needs room for: the rendered ones, and a resampled one.
  static var bufferBlocks: Int { mostBlocks + 1 }

  /// The maximum length of FluidSynth's shortest attack (one millisecond, in steps of a block), in
  /// blocks; not more than ``mostBlocks``.
  static var attackBlocks: Int {
    @_noLocks @_noAllocation
    get { 3 }
  }

  /// The least number of frames of a note of set length that are left when it is struck again: of a
  /// shorter rest, only the stroke would be heard. A third of a second at 48 kHz.
  private static var leastRest: Int { @_noLocks @_noAllocation get { 16_384 } }

  private var strand: Strand
  private let resampler: OpaquePointer
  private let fade: FadeTable

  // Rendered by FluidSynth and not yet resampled: interleaved frames.
  private let rendered: UnsafeMutablePointer<Float>

  // The next frame of the block that is being resampled, counted from the first in `rendered`; the
  // remaining frames of the block, and the number of blocks after it.
  private var blockPosition = 0
  private var blockRemaining: UInt32 = 0
  private var blocksAhead = 0

  /// The blocks of the attack that are not rendered yet.
  private(set) var attackRemaining = 0

  // Resampled and not yet mixed: interleaved frames, room for `blockFrames`.
  private let resampled: UnsafeMutablePointer<Float>

  private(set) var isActive = false
  private(set) var note = NoteID(0)
  private var gain: Float = 0
  private var fadeInPosition = 0
  private var fadeOutRemaining = 0
  private var rise: StartRamp

  /// Frames until the fade-in and the ramp are over.
  private var framesUntilSteady = 0

  /// The resampler's relative ratio.
  private var glide: Glide

  // The requested ratio, and the factor that corrects it from a frame of the strand on.
  private var ratio = 1.0
  private var changeFactor = 1.0
  private var changeFrame = Int.max

  // The ratios of the frames that are resampled next while the note glides, room for `blockFrames`.
  private let ratios: UnsafeMutablePointer<Double>

  // For a note that is struck again; `strokes` and `stroke` only while `strikesAgain`.
  private let spares: UnsafeMutablePointer<SpareStrands>
  private var strikesAgain = false
  private var strokes: Strokes
  private var stroke: Stroke

  /// True if the stroke has not yet taken its step for the block that sounds.
  private var isStepDue = false

  /// Frames until the fade-out begins; at `Int.max` the note sounds until it is stopped.
  private var framesUntilFadeOut = Int.max

  /// - Parameters:
  ///   - spares: the spare strands of the bank; only the thread of the voice uses them.
  ///   - buffers: room for ``bufferBlocks`` blocks.
  init(
    strand: Strand, resampler: OpaquePointer, fade: FadeTable, rise: StartRamp, glide: Glide,
    ratios: UnsafeMutablePointer<Double>, buffers: UnsafeMutablePointer<Float>,
    spares: UnsafeMutablePointer<SpareStrands>, strokes: Strokes, stroke: Stroke
  ) {
    self.strand = strand
    self.resampler = resampler
    self.fade = fade
    self.rise = rise
    self.glide = glide
    self.ratios = ratios
    self.spares = spares
    self.strokes = strokes
    self.stroke = stroke
    rendered = buffers
    resampled = buffers + 2 * Self.mostBlocks * Self.blockFrames
  }

  /// Strikes a note, which is heard from ``start(_:)`` on. The voice must be neither active nor
  /// struck.
  @_noLocks @_noAllocation
  mutating func strike(_ start: NoteStart) {
    strand.strike(StruckKey(start))
    attackRemaining = Self.attackBlocks
  }

  /// Renders and drops blocks of the attack, ``attackRemaining`` at most. FluidSynth's own attack
  /// is a straight ramp over a block or two, whose corners are audible through the fade, so the
  /// fade begins on the steady sound.
  @_noLocks @_noAllocation
  mutating func renderAttack(_ blocks: Int = 1) {
    strand.render(into: rendered, count: blocks)
    attackRemaining &-= blocks
  }

  /// Starts the note that was struck, after the rest of its attack.
  @_noLocks @_noAllocation
  mutating func start(_ start: NoteStart) {
    if attackRemaining > 0 { renderAttack(attackRemaining) }
    note = start.note
    gain = start.gain
    isActive = true
    fadeInPosition = 0
    fadeOutRemaining = fade.frames
    rise.restart(frames: Int(start.riseFrames))
    framesUntilSteady = max(fade.frames, Int(start.riseFrames))
    framesUntilFadeOut =
      start.durationFrames == 0
      ? Int.max : max(0, Int(start.durationFrames) &- fade.frames)
    dropRendered()
    isStepDue = false
    stroke.prepare(for: StruckKey(start))
    strokes.begin(cycleFrames: stroke.cycleFrames, leadBlocks: stroke.leadBlocks)
    strikesAgain = start.strikesAgain
    ratio = start.ratio
    changeFactor = start.changeFactor
    changeFrame = Int(start.changeFrame)
    glide.restart(at: goal)
    resampler_restart(resampler, goal)
  }

  /// Glides to another ratio.
  @_noLocks @_noAllocation
  mutating func retune(ratio: Double) {
    self.ratio = ratio
    follow()
  }

  /// The requested ratio, corrected for the part of the sample that sounds: a strand that is struck
  /// again begins anew.
  private var goal: Double {
    @_noLocks @_noAllocation
    get {
      let frames =
        stroke.prevailingFrames ?? strand.frames &- blocksAhead &* Self.blockFrames
      return frames >= changeFrame ? ratio * changeFactor : ratio
    }
  }

  @_noLocks @_noAllocation
  private mutating func follow() {
    let goal = goal
    // A glide to this goal is not restarted.
    if goal != glide.goal { glide.move(to: goal) }
  }

  /// True if the note has not reached its pitch yet.
  var isGliding: Bool {
    @_noLocks @_noAllocation
    get { glide.isMoving }
  }

  /// True if the fade-out has begun.
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
      fill(wanted, of: frames &- done)
      var index = mixSteady(wanted, left: left + done, right: right + done)
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

  /// Silences the strand of a note that was struck, begun or not. ``clear()`` follows before the
  /// next note, as many notes may end in one period.
  @_noLocks @_noAllocation
  func silence() { strand.silence() }

  /// Drops FluidSynth's voices of a silenced note by rendering an unheard block.
  @_noLocks @_noAllocation
  mutating func clear() { strand.render(into: rendered) }

  @_noLocks @_noAllocation
  private mutating func end() {
    isActive = false
    if stroke.isUnderWay { spares.pointee.put(stroke.abandon()) }
    silence()
  }

  @_noLocks @_noAllocation
  private mutating func dropRendered() {
    blockRemaining = 0
    blocksAhead = 0
  }

  /// Adds the part of the first `frames` resampled frames whose level does not change; returns its
  /// length.
  @_noLocks @_noAllocation
  private mutating func mixSteady(
    _ frames: Int, left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
  ) -> Int {
    guard framesUntilSteady == 0 else { return 0 }
    let steady = min(frames, framesUntilFadeOut)
    // Read once, so that the compiler can vectorize the loop.
    let (source, level) = (resampled, gain)
    var index = 0
    while index < steady {
      left[index] += source[2 &* index] * level
      right[index] += source[2 &* index &+ 1] * level
      index &+= 1
    }
    if framesUntilFadeOut != Int.max { framesUntilFadeOut &-= steady }
    return steady
  }

  /// The note's gain times its ramp and both fades, for one frame. They multiply, so that a stop
  /// during the fade-in has no corner.
  @_noLocks @_noAllocation
  private mutating func nextLevel() -> Float {
    if framesUntilSteady > 0 { framesUntilSteady &-= 1 }
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
  ///
  /// - Parameter due: the number of frames to resample in this period, with these.
  @_noLocks @_noAllocation
  private mutating func fill(_ frames: Int, of due: Int) {
    var gliding = 0
    while gliding < frames, glide.isMoving {
      ratios[gliding] = glide.next()
      gliding &+= 1
    }
    if gliding > 0 { resample(gliding, of: due, into: resampled, isGliding: true) }
    if gliding < frames {
      resample(
        frames &- gliding, of: due &- gliding, into: resampled + 2 &* gliding, isGliding: false)
    }
  }

  /// Resamples `frames` frames: with `ratios` if the note glides, otherwise with the ratio that was
  /// last in use.
  @_noLocks @_noAllocation
  private mutating func resample(
    _ frames: Int, of due: Int, into output: UnsafeMutablePointer<Float>, isGliding: Bool
  ) {
    var missing = UInt32(truncatingIfNeeded: frames)
    while missing > 0 {
      let done = frames &- Int(missing)
      if blockRemaining == 0 { beginBlock(for: due &- done) }
      let inputBefore = blockRemaining
      let input = rendered + 2 &* blockPosition
      if isGliding {
        resampler_glide(
          resampler, input, &blockRemaining, output + 2 &* done, &missing, ratios + done)
      } else {
        resampler_process(resampler, input, &blockRemaining, output + 2 &* done, &missing)
      }
      blockPosition &+= Int(inputBefore &- blockRemaining)
      if isStepDue, Int(blockRemaining) <= Self.blockFrames / 2 { stepStroke() }
    }
  }

  /// Begins the next block, and adds a stroke to it.
  ///
  /// - Parameter frames: the number of frames that are still to be resampled in this period.
  @_noLocks @_noAllocation
  private mutating func beginBlock(for frames: Int) {
    let left = stroke.takeRendered(into: rendered)
    guard left == 0 else {
      blockPosition = 0
      blockRemaining = UInt32(truncatingIfNeeded: left)
      return
    }
    if blocksAhead == 0 { renderBlocks(for: frames) }
    blocksAhead &-= 1
    blockRemaining = UInt32(truncatingIfNeeded: Self.blockFrames)
    follow()
    guard strikesAgain else { return }
    let block = rendered + 2 &* blockPosition
    isStepDue = true
    guard stroke.isUnderWay else { return strokes.add(block) }
    switch stroke.add(to: block) {
    case .goesOn: break
    case .finished:
      spares.pointee.put(strand)
      strand = stroke.finish()
      // The blocks ahead are those of the old strand.
      blocksAhead = 0
      strokes.restart()
    case .failed:
      spares.pointee.put(stroke.abandon())
      strikesAgain = false
    }
  }

  /// Renders the whole blocks for `frames` frames at the present ratio, but at least one.
  @_noLocks @_noAllocation
  private mutating func renderBlocks(for frames: Int) {
    let needed = resampler_input_frames(resampler, UInt32(truncatingIfNeeded: frames))
    blocksAhead = min(max(Int(needed) / Self.blockFrames, 1), Self.mostBlocks)
    strand.render(into: rendered, count: blocksAhead)
    blockPosition = 0
  }

  /// Takes the stroke's step for a block, or begins a stroke. A note that fades out is not struck,
  /// but a crossing continues.
  @_noLocks @_noAllocation
  private mutating func stepStroke() {
    isStepDue = false
    if stroke.isUnderWay {
      if isStopping, !stroke.isAudible {
        spares.pointee.put(stroke.abandon())
      } else {
        stroke.step()
      }
    } else if strokes.isDue, framesUntilFadeOut >= Self.leastRest,
      let spare = spares.pointee.take()
    {
      stroke.begin(with: spare)
    }
  }
}
