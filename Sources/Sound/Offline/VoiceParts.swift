import CFluidSynth
import CResampler
import Music
import SoundFonts

/// The two parts of a voice, FluidSynth and the resampler, separately, so that a benchmark can
/// measure each one's share of a period. Main thread.
@MainActor
public final class VoiceParts {
  private let synthesizer: Synthesizer
  private let resampler: OpaquePointer
  private let block: UnsafeMutablePointer<Float>
  private let resampled: UnsafeMutablePointer<Float>

  /// How many frames each part renders at once.
  public static var frames: Int { Voice.blockFrames }

  /// The versions of the resampler that this machine has, by the names of their instruction sets, the
  /// fastest one first.
  public static var resamplerVersions: [String] {
    (0..<resampler_version_count()).map { String(cString: resampler_version_name($0)) }
  }

  /// Calls `body`, and gives the voices of the sounds that it loads itself, on the main thread, this version of
  /// the resampler. What other threads load meanwhile has the fastest one.
  ///
  /// - Parameter version: an index of ``resamplerVersions``.
  public static func withResampler<Result>(
    version: Int, _ body: () throws -> Result
  ) rethrows -> Result {
    try VoiceBank.$resamplerVersion.withValue(version, operation: body)
  }

  /// A4 of the default sound, sounding.
  ///
  /// - Parameter version: an index of ``resamplerVersions``; voices use the first.
  /// - Throws: ``SoundError``
  public init(library: SoundFontLibrary, sampleRate: Double, version: Int = 0) throws {
    guard let preset = library.location(of: .default) else {
      throw SoundError.unreadableFont(path: library.builtInFont)
    }
    synthesizer = try Synthesizer(preset: preset, sampleRate: sampleRate)
    guard let resampler = resampler_create(1, UInt32(version)) else {
      throw SoundError.outOfMemory
    }
    self.resampler = resampler
    resampler_restart(resampler, PitchPlan(TuningSystem.standardReferencePitch).ratio())
    block = .allocate(capacity: 2 * Voice.blockFrames)
    block.initialize(repeating: 0, count: 2 * Voice.blockFrames)
    resampled = .allocate(capacity: 2 * Voice.blockFrames)
    fluid_synth_noteon(synthesizer.handle, 0, 69, Int32(MIDIVelocity.training.rawValue))
  }

  isolated deinit {
    resampler_destroy(resampler)
    block.deallocate()
    resampled.deallocate()
  }

  /// FluidSynth's part: one block.
  public func synthesize() {
    _ = fluid_synth_write_float(
      synthesizer.handle, Int32(Voice.blockFrames), block, 0, 2, block, 1, 2)
  }

  /// The resampler's part: one block of output.
  public func resample() {
    var missing = UInt32(Voice.blockFrames)
    var output = resampled
    while missing > 0 {
      var input = UInt32(Voice.blockFrames)
      let before = missing
      resampler_process(resampler, block, &input, output, &missing)
      output += 2 * Int(before - missing)
    }
  }
}
