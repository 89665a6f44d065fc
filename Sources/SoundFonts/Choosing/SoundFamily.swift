/// The families of instruments into which General MIDI (level 1, 1991) sorts programs, as far as they have
/// a pitch.
public enum SoundFamily: Int, CaseIterable, Hashable, Sendable {
  case piano, chromaticPercussion, organ, guitar, bass, strings, ensemble, brass, reed, pipe
  case synthLead, synthPad, synthEffects, ethnic, percussive

  /// - Parameter program: below ``SoundFontPreset/unpitchedFrom``.
  init(program: Int) { self = Self(rawValue: program / 8) ?? .percussive }

  /// The word in JSON, never translated.
  public var code: String { String(describing: self) }
}
