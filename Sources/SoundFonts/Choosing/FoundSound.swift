import Music

/// A preset together with its font.
public struct FoundSound: Hashable, Sendable {
  public let font: SoundFont
  public let preset: SoundFontPreset

  /// What settings call it.
  public var source: SoundSourceID { font.source(preset) }

  public var family: SoundFamily { SoundFamily(program: preset.program) }
}
