import CFluidSynth

extension SoundFontNotePlayer {
  /// FluidSynth's own version.
  public static var synthesizerVersion: String { String(cString: fluid_version_str()) }
}
