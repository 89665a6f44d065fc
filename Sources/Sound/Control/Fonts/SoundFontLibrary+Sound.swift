import CFluidSynth
import Music
import SoundFonts

extension SoundFontLibrary {
  /// Makes a sound ready and lets go of it again.
  ///
  /// - Throws: ``SoundError`` where it cannot be had.
  public func tryOut(_ source: SoundSourceID) throws {
    guard let preset = location(of: source) else {
      throw SoundError.unknownFont(name: source.font ?? builtInFont)
    }
    _ = try Synthesizer(preset: preset, sampleRate: 48_000)
  }

  /// What FluidSynth plays where it is told nothing; `nil` where it has nothing in mind.
  public static let synthesizerDefault: String? = {
    guard let settings = new_fluid_settings() else { return nil }
    defer { delete_fluid_settings(settings) }
    var text: UnsafeMutablePointer<CChar>?
    guard fluid_settings_getstr_default(settings, "synth.default-soundfont", &text) == FLUID_OK,
      let text, text.pointee != 0
    else { return nil }
    return String(cString: text)
  }()
}
