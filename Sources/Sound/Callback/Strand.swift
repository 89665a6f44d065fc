import CFluidSynth
import CResampler
import Realtime

/// A FluidSynth that the process thread plays, for one stroke of a note.
struct Strand: BitwiseCopyable {
  /// The length of FluidSynth's block, in frames.
  static var blockFrames: Int { @_noLocks @_noAllocation get { 64 } }

  private let synth: OpaquePointer

  /// The frames that it has rendered since it was struck.
  private(set) var frames = 0

  @_noLocks @_noAllocation
  init(synth: OpaquePointer) { self.synth = synth }

  @_noLocks @_noAllocation
  mutating func strike(_ key: StruckKey) {
    frames = 0
    tune(cents: key.cents)
    _ = fluid_synth_noteon(synth, 0, key.key, key.velocity)
  }

  /// Tunes the note to `cents` above its key, from the next block on.
  @_noLocks @_noAllocation
  func tune(cents: Int32) {
    let coarse = cents / 100
    _ = fluid_synth_set_gen(synth, 0, Int32(GEN_COARSETUNE.rawValue), Float(coarse))
    _ = fluid_synth_set_gen(
      synth, 0, Int32(GEN_FINETUNE.rawValue), Float(cents &- coarse &* 100))
  }

  /// Renders the next blocks, interleaved. Several of them at once cost less than one by one:
  /// FluidSynth reads the clock twice in each call.
  @_noLocks @_noAllocation
  mutating func render(into blocks: UnsafeMutablePointer<Float>, count: Int = 1) {
    frames &+= count &* Self.blockFrames
    _ = fluid_synth_write_float(
      synth, Int32(truncatingIfNeeded: count &* Self.blockFrames), blocks, 0, 2, blocks, 1, 2)
  }

  /// Ends the note. FluidSynth drops its voices only while it renders: render an unheard block
  /// before the next strike.
  @_noLocks @_noAllocation
  func silence() { _ = fluid_synth_all_sounds_off(synth, 0) }

  /// Ends the note, and drops its voices by rendering an unheard `block`.
  @_noLocks @_noAllocation
  mutating func silence(using block: UnsafeMutablePointer<Float>) {
    silence()
    render(into: block)
  }
}

/// FluidSynth's note: a MIDI key, a whole number of cents from it, and a velocity.
struct StruckKey: BitwiseCopyable {
  let key: Int32
  let cents: Int32
  let velocity: Int32

  @_noLocks @_noAllocation
  init(key: Int32, cents: Int32, velocity: Int32) {
    self.key = key
    self.cents = cents
    self.velocity = velocity
  }

  /// The key of a note at its beginning.
  @_noLocks @_noAllocation
  init(_ start: NoteStart) {
    self.init(key: start.key, cents: start.cents, velocity: start.velocity)
  }

  /// The frames of a cycle of its fundamental at a sample rate, between two and a second, if the
  /// sample is in tune.
  @_noLocks @_noAllocation
  func cycleFrames(sampleRate: Double) -> Double {
    let centsFromA4 = Double(key) * 100 - 6900 + Double(cents)
    // A period grows as a frequency falls.
    return min(max(sampleRate / 440 * resampler_ratio(centsFromA4), 2), sampleRate)
  }
}

/// The strands of a bank that no note uses, for new strokes of held notes. They are not the
/// voices', so that a stroke never takes a voice from a note.
///
/// A strand that comes back may still sound in its FluidSynth: silence it before it is struck.
struct SpareStrands: BitwiseCopyable {
  /// The number of notes of a bank that can be struck again at once; others wait a moment.
  static var capacity: Int { @_noLocks @_noAllocation get { 2 } }

  private let strands: UnsafeMutablePointer<Strand>
  private var count = 0

  /// - Parameter memory: room for ``capacity`` strands; it outlives this.
  init(memory: UnsafeMutablePointer<Strand>) { strands = memory }

  @_noLocks @_noAllocation
  mutating func take() -> Strand? {
    guard count > 0 else { return nil }
    count &-= 1
    return strands[count]
  }

  /// Stores a strand; there are never more than ``capacity``.
  @_noLocks @_noAllocation
  mutating func put(_ strand: Strand) {
    guard count < Self.capacity else { return }
    strands[count] = strand
    count &+= 1
  }
}
