/// What ``SF2PresetParser`` finds in a file.
public struct SoundFontContents: Hashable, Sendable {
  public let information: SoundFontInformation

  /// Whether the samples are compressed (SF3).
  public let isCompressed: Bool

  /// The pitched presets, by name.
  public let presets: [SoundFontPreset]

  /// How many presets were left out as unpitched.
  public let unpitchedCount: Int

  /// Where the tables are that lead from a preset to its samples.
  let tables: [ChunkName: Range<Int>]

  /// The preset of that number, if it is among them.
  public func preset(bank: Int, program: Int) -> SoundFontPreset? {
    presets.first { $0.bank == bank && $0.program == program }
  }
}

extension SoundFontContents {
  /// The keys on which a preset of these contents has samples, as ``SoundFont/keys(of:)``.
  package func keys(
    of preset: SoundFontPreset, in bytes: MemoryBytes
  ) throws(SoundFontError) -> [Bool]? {
    var keys = PresetKeys(bytes, tables: tables)
    return try keys.keys(of: preset)
  }
}
