import Foundation
import Music

extension SoundFontLibrary {
  /// Finds the sound that is meant: by its tag (`FluidR3_GM:0:42`), its numbers (`8:80`, or `42` for
  /// program 42 of bank 0), or words of its name, to which words of its font's name may be added.
  ///
  /// What fits better wins over what fits less, never what was found first over what was found later.
  public func choose(_ text: String) -> SoundChoice {
    if let source = SoundSourceID(text), let sound = sound(of: source) { return .found(sound) }
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    if let numbers = SoundNumbers(text) { return choose(numbers) }
    let query = SoundWords(text)
    guard !query.words.isEmpty else { return .unknown }
    let fits = sounds.compactMap { sound in
      query.fit(name: sound.preset.name, font: sound.font.tag).map { (fit: $0, sound: sound) }
    }
    guard let best = fits.map(\.fit).max() else { return .unknown }
    return Self.choice(among: fits.filter { $0.fit == best }.map(\.sound))
  }

  /// The sounds in which every word of the text is found: in the name, the font's name, the tag, or what
  /// `familyName` calls the family.
  public func sounds(
    containing text: String, familyName: (SoundFamily) -> String
  ) -> [FoundSound] {
    let words = SoundWords(text).words
    return sounds.filter { sound in
      let place = SoundWords.plain(
        [
          sound.preset.name, sound.font.tag, sound.font.contents.information.name,
          familyName(sound.family), sound.family.code,
        ].joined(separator: " "))
      let tag = sound.source.description.lowercased()
      return tag.contains(text.lowercased()) || words.allSatisfy { place.contains($0) }
    }
  }

  /// The built-in font's numbers are meant where it has them, as `sf2` means that font.
  private func choose(_ numbers: SoundNumbers) -> SoundChoice {
    let fitting = sounds.filter {
      $0.preset.bank == numbers.bank && $0.preset.program == numbers.program
    }
    if let own = fitting.first(where: \.font.isBuiltIn) { return .found(own) }
    return Self.choice(among: fitting)
  }

  private static func choice(among sounds: [FoundSound]) -> SoundChoice {
    guard let first = sounds.first else { return .unknown }
    return sounds.count == 1 ? .found(first) : .ambiguous(sounds)
  }
}
