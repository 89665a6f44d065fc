import Intonation
import Music
import SoundFonts

/// A bank of voices that is ready, and whether it is what was asked for.
struct LoadedSound: Sendable {
  let source: SoundSourceID

  /// What the bank's voices sound.
  let preset: PresetLocation
  let bank: VoiceBank

  /// How the preset is tuned; `nil` where that is not known, or not without reading the whole font.
  let table: IntonationTable?

  /// The sound that was asked for is not there (any more): the bank has the default one.
  let isFallback: Bool

  /// Takes as long as the disk does: on any thread but the main one, or before anything else is due.
  ///
  /// - Parameter tables: where it is kept how sounds are tuned; `nil` where nobody wants to know.
  /// - Throws: ``SoundError`` where not even the default sound can be loaded.
  init(
    _ source: SoundSourceID, from library: SoundFontLibrary, at sampleRate: Double,
    tables: IntonationCache? = nil
  ) throws {
    self.source = source
    if let preset = library.location(of: source),
      let bank = try? VoiceBank(preset: preset, sampleRate: sampleRate)
    {
      self.preset = preset
      self.bank = bank
      isFallback = false
    } else {
      preset = PresetLocation(
        path: library.builtInFont, bank: SoundSourceID.default.bank,
        program: SoundSourceID.default.program)
      bank = try VoiceBank(preset: preset, sampleRate: sampleRate)
      isFallback = source != .default
    }
    // The built-in sounds are in tune as they are.
    table =
      preset.path == library.builtInFont
      ? nil
      : tables?.table(font: preset.path, bank: preset.bank, program: preset.program)
  }
}
