import CFluidSynth
import Intonation
import Music
import SoundFonts

/// Renders single notes of a preset as fast as it can, for them to be measured. One thread at a time.
final class NoteRenderer {
  /// The rate hardly matters: FluidSynth plays a sample at the ratio of two pitches, whatever the rate,
  /// so that a table made at this one holds for every server.
  static let sampleRate = 48_000.0

  /// A second to listen to, also after a slow attack, and what the filters need: 1.7 s.
  static let frames = 81_920

  private static let blockFrames = 64

  private let synthesizer: Synthesizer

  /// - Throws: ``SoundError``
  init(preset: PresetLocation) throws {
    synthesizer = try Synthesizer(preset: preset, sampleRate: Self.sampleRate)
  }

  /// The note of a key, 0…127, as a training plays it.
  func render(key: Int) -> RenderedTone {
    var left = [Float](repeating: 0, count: Self.frames)
    var right = left
    fluid_synth_noteon(synthesizer.handle, 0, Int32(key), Int32(MIDIVelocity.training.rawValue))
    fluid_synth_write_float(synthesizer.handle, Int32(Self.frames), &left, 0, 1, &right, 0, 1)
    silence()
    let hertz = TuningSystem.equalTemperament.frequency(
      for: MIDINote(key), referencePitch: TuningSystem.standardReferencePitch)
    return RenderedTone(
      channels: [left, right], sampleRate: Self.sampleRate, nominal: hertz)
  }

  private func silence() {
    fluid_synth_all_sounds_off(synthesizer.handle, 0)
    // The synth drops its voices while it renders; one block that nobody hears.
    var left = [Float](repeating: 0, count: Self.blockFrames)
    var right = left
    fluid_synth_write_float(
      synthesizer.handle, Int32(Self.blockFrames), &left, 0, 1, &right, 0, 1)
  }
}
