/// The SoundFonts that there are, and how they were found.
public struct FoundSoundFonts: Hashable, Sendable {
  /// In the order in which they were found, the built-in one first.
  public let fonts: [SoundFont]

  /// Every path that was tried, in order.
  public let trials: [SoundFontTrial]

  /// What was to be a font and is none.
  public var refused: [SoundFontTrial] { trials.filter { $0.refusal != nil } }

  /// The font of that name: its tag, else its path, the name of a link to it, or its tag in other case.
  public func font(named name: String) -> SoundFont? {
    fonts.first { $0.tag == name } ?? fonts.first { $0.path == name }
      ?? fonts.first { $0.aliases.contains(name) }
      ?? fonts.first { $0.tag.lowercased() == name.lowercased() }
  }
}
