import Music
import SoundFonts

/// A bank of voices that is ready, and whether it is what was asked for.
struct LoadedSound: Sendable {
  let source: SoundSourceID
  let bank: VoiceBank

  /// The sound that was asked for is not there (any more): the bank has the default one.
  let isFallback: Bool

  /// Takes as long as the disk does: on any thread but the main one, or before anything else is due.
  ///
  /// - Throws: ``SoundError`` where not even the default sound can be loaded.
  init(_ source: SoundSourceID, from library: SoundFontLibrary, at sampleRate: Double) throws {
    self.source = source
    if let preset = library.location(of: source),
      let bank = try? VoiceBank(preset: preset, sampleRate: sampleRate)
    {
      self.bank = bank
      isFallback = false
    } else {
      let preset = PresetLocation(
        path: library.builtInFont, bank: SoundSourceID.default.bank,
        program: SoundSourceID.default.program)
      bank = try VoiceBank(preset: preset, sampleRate: sampleRate)
      isFallback = source != .default
    }
  }
}
