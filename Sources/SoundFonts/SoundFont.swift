import Music

/// A SoundFont file that was found and can be read.
public struct SoundFont: Hashable, Sendable {
  /// What it is called in a ``SoundSourceID``: the file's name without `.sf2` or `.sf3`, with as many of
  /// its folders before it as it takes to tell it from the fonts before.
  public let tag: String

  /// The file itself, links followed.
  public let path: String

  /// Bytes.
  public let size: Int
  public let contents: SoundFontContents

  /// Whether it is the one that comes with Peach, which settings call `sf2`.
  public let isBuiltIn: Bool

  /// The names of links that lead to it, without `.sf2` or `.sf3`.
  public internal(set) var aliases: [String] = []

  /// What settings call a preset of this font.
  public func source(_ preset: SoundFontPreset) -> SoundSourceID {
    SoundSourceID(font: isBuiltIn ? nil : tag, bank: preset.bank, program: preset.program)
  }

  /// The keys on which a preset has samples, `true` for each of 128; `nil` where its tables are broken.
  public func keys(of preset: SoundFontPreset) throws(SoundFontError) -> [Bool]? {
    var keys = PresetKeys(try FileBytes(path: path), tables: contents.tables)
    return try keys.keys(of: preset)
  }
}
