import CFluidSynth
import Music

/// Plain FluidSynth through its public API, with its default settings: reverb and chorus on, its own
/// interpolation and its lock in every call. It renders one note as its JACK driver does.
final class FluidSynthSource: PeriodSource {
  let name = "FluidSynth, one note"
  private let settings: OpaquePointer
  private let synth: OpaquePointer
  private let period: StereoPeriod

  init(font: String, frames: Int, sampleRate: Double) throws {
    period = StereoPeriod(frames: frames)
    guard let settings = new_fluid_settings() else { throw BenchFault.noSynthesizer(font: font) }
    // The one thing that its JACK driver sets.
    fluid_settings_setnum(settings, "synth.sample-rate", sampleRate)
    guard let synth = new_fluid_synth(settings) else {
      delete_fluid_settings(settings)
      throw BenchFault.noSynthesizer(font: font)
    }
    self.settings = settings
    self.synth = synth
    let sound = SoundSourceID.default
    let number = fluid_synth_sfload(synth, font, 1)
    guard number >= 0,
      fluid_synth_program_select(synth, 0, number, Int32(sound.bank), Int32(sound.program)) == 0,
      fluid_synth_noteon(synth, 0, 69, Int32(MIDIVelocity.training.rawValue)) == 0
    else { throw BenchFault.noSynthesizer(font: font) }
  }

  isolated deinit {
    delete_fluid_synth(synth)
    delete_fluid_settings(settings)
  }

  func renderPeriod() {
    _ = fluid_synth_write_float(
      synth, Int32(period.frames), period.left, 0, 1, period.right, 0, 1)
  }

  func prepareNextPeriod() async throws {}
}
