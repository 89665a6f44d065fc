import Foundation
import Music

/// The meaning of a user's text for a sound.
public enum SoundChoice: Hashable, Sendable {
  case found(FoundSound)

  /// Several sounds fit equally well; never fewer than two.
  case ambiguous([FoundSound])
  case unknown
}

/// A preset together with its font.
public struct FoundSound: Hashable, Sendable {
  public let font: SoundFont
  public let preset: SoundFontPreset

  /// The sound's name in settings.
  public var source: SoundSourceID { font.source(preset) }

  public var family: SoundFamily { SoundFamily(program: preset.program) }
}

extension [FoundSound] {
  /// The sound to take, without asking the user, of several that a text fits equally well: a
  /// built-in one, else the one with the shortest name, else the first by numbers and font. The
  /// order of the fonts does not decide.
  public var best: FoundSound? {
    self.min { one, other in
      let (ranks, others) = (one.rank, other.rank)
      return ranks == others
        ? one.font.tag < other.font.tag : ranks.lexicographicallyPrecedes(others)
    }
  }
}

extension FoundSound {
  fileprivate var rank: [Int] {
    [font.isBuiltIn ? 0 : 1, preset.name.count, preset.bank, preset.program]
  }
}

/// The families into which General MIDI (level 1, 1991) sorts programs, except the unpitched one.
public enum SoundFamily: Int, CaseIterable, Hashable, Sendable {
  case piano, chromaticPercussion, organ, guitar, bass, strings, ensemble, brass, reed, pipe
  case synthLead, synthPad, synthEffects, ethnic, percussive

  /// - Parameter program: below ``SoundFontPreset/unpitchedFrom``.
  init(program: Int) { self = Self(rawValue: program / 8) ?? .percussive }

  /// The word in JSON, never translated.
  public var code: String { String(describing: self) }
}

extension SoundFontLibrary {
  /// Finds the sound that a text means: its tag (`FluidR3_GM:0:42`), its numbers (`8:80`, or `42`
  /// for program 42 of bank 0), or words of its name, optionally with words of its font's name.
  ///
  /// The best match wins; the order of the fonts never decides.
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

  /// The sounds that contain every word of the text in their name, their font's name, their tag, or
  /// the name that `familyName` gives their family.
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

  /// Finds the sound with these numbers. That of the built-in font wins.
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

/// A sound by its numbers: `BANK:PROGRAM`, or `PROGRAM` in bank 0.
private struct SoundNumbers {
  let bank: Int
  let program: Int

  init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.allSatisfy { $0.isASCII && $0.isNumber } ? Int(part) : nil
    }
    guard numbers.count == parts.count, (1...2).contains(numbers.count) else { return nil }
    (bank, program) = numbers.count == 2 ? (numbers[0], numbers[1]) : (0, numbers[0])
  }
}

/// Words for a sound, ignoring case, accents and punctuation.
private struct SoundWords {
  /// The degrees to which words match a sound, in ascending order.
  enum Fit: Int, Comparable {
    /// Every word is part of a word.
    case within
    /// Every word begins a word.
    case beginnings
    /// Every word is a word.
    case words
    /// The words are the whole name of the preset, alone or with its font's name.
    case name

    static func < (one: Fit, other: Fit) -> Bool { one.rawValue < other.rawValue }
  }

  let words: [String]

  init(_ text: String) {
    words = Self.plain(text).split(separator: " ").map(String.init)
  }

  /// Letters and numbers in lower case, with spaces for everything else.
  static func plain(_ text: String) -> String {
    let folded = text.folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil)
    return String(folded.map { $0.isLetter || $0.isNumber ? $0 : " " })
  }

  /// The degree to which the words match a sound; `nil` if they do not. At least one has to match
  /// the preset's name, because a font's name alone names no sound.
  func fit(name: String, font: String) -> Fit? {
    let (own, fonts) = (SoundWords(name).words, SoundWords(font).words)
    if words == own || words == fonts + own || words == own + fonts { return .name }
    func fit(_ fits: (String, String) -> Bool) -> Bool {
      let ofName = words.filter { word in own.contains { fits($0, word) } }
      return !ofName.isEmpty
        && words.allSatisfy { word in
          ofName.contains(word) || fonts.contains { fits($0, word) }
        }
    }
    if fit(==) { return .words }
    if fit({ $0.hasPrefix($1) }) { return .beginnings }
    return fit({ $0.contains($1) }) ? .within : nil
  }
}
