import Foundation
import Language
import Music
import SoundFonts

/// A sound in the sound browser.
nonisolated struct BrowsedSound: Hashable, Sendable {
  let source: SoundSourceID

  /// The preset's name in its font, or a built-in sound's name in the user's language.
  let name: String

  /// The names in another language.
  var otherNames: [String] = []

  /// The font's tag.
  let font: String
  let section: SoundSection

  /// The name of the family in General MIDI, in the user's language.
  let family: String

  /// The font's file and its size in bytes.
  let path: String
  let size: Int

  /// True if the sound is built in and exactly in tune.
  var isExact: Bool { source.font == nil }
}

/// The families of General MIDI in groups.
nonisolated enum SoundSection: CaseIterable, Hashable, Sendable {
  case keys, plucked, strings, ensemble, brass, winds, synth, other

  init(_ family: SoundFamily) {
    self =
      switch family {
      case .piano, .chromaticPercussion, .organ: .keys
      case .guitar, .bass: .plucked
      case .strings: .strings
      case .ensemble: .ensemble
      case .brass: .brass
      case .reed, .pipe: .winds
      case .synthLead, .synthPad, .synthEffects: .synth
      case .ethnic, .percussive: .other
      }
  }

  /// The name in at most nine columns.
  var word: String {
    switch self {
    case .keys: localized(context: "group of sounds", "Keys")
    case .plucked: localized(context: "group of sounds", "Plucked")
    case .strings: localized(context: "group of sounds", "Strings")
    case .ensemble: localized(context: "group of sounds", "Ensemble")
    case .brass: localized(context: "group of sounds", "Brass")
    case .winds: localized(context: "group of sounds", "Winds")
    case .synth: localized(context: "group of sounds", "Synth")
    case .other: localized(context: "group of sounds", "Other")
    }
  }
}

/// Finds sounds by some of their letters.
///
/// The letters of each word of a query must be in the name of a sound, of its font or of its family, in
/// their order and perhaps with gaps; case and accents do not matter. The best match comes first:
/// letters without gaps, at the beginning of a word, in the sound's name.
///
///     let index = SoundIndex(sounds)
///     index.matches("cel flu").map { index.sounds[$0].name }   // Cello of FluidR3_GM, …
nonisolated struct SoundIndex: Sendable {
  /// The sounds by name, then by font and numbers.
  let sounds: [BrowsedSound]

  /// The searched texts of each sound: its names, its font's, its family's.
  private let texts: [[Letters]]

  private typealias Letters = [Unicode.Scalar]

  /// The cost of a word in the font's or the family's name.
  private static let costOfOtherName = 200

  /// The number of places in a text that are tried for a word.
  private static let mostPlaces = 8

  init(_ sounds: [BrowsedSound] = []) {
    self.sounds = sounds.sorted { one, other in
      let order = one.name.localizedStandardCompare(other.name)
      guard order == .orderedSame else { return order == .orderedAscending }
      return one.font == other.font
        ? (one.source.bank, one.source.program) < (other.source.bank, other.source.program)
        : one.font < other.font
    }
    // The presets of fonts have English names; the built-in sounds supply translations of some.
    let words = sounds.flatMap { sound in
      sound.otherNames.map { (other: Self.letters(of: $0), own: sound.name) }
    }
    texts = self.sounds.map { sound in
      let name = Self.letters(of: sound.name).split(separator: " ")
      let own = words.filter { name.contains($0.other[...]) }.map { $0.own }
      let names = ([sound.name] + sound.otherNames + own).joined(separator: " ")
      return [names, sound.font, "\(sound.family) \(sound.section.word)"].map(Self.letters(of:))
    }
  }

  /// The indices of the matching sounds, the best first; all indices for an empty query.
  func matches(_ query: String) -> [Int] {
    let words = Self.letters(of: query).split(separator: " ").map { Array($0) }
    guard !words.isEmpty else { return Array(sounds.indices) }
    var found: [(index: Int, cost: Int)] = []
    for index in texts.indices {
      if let cost = Self.cost(of: words, in: texts[index]) { found.append((index, cost)) }
    }
    return found.sorted { ($0.cost, $0.index) < ($1.cost, $1.index) }.map(\.index)
  }

  /// The text for comparison: letters and digits in lower case without accents, and blanks.
  private static func letters(of text: String) -> Letters {
    let folded = text.folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil)
    return folded.unicodeScalars.map { scalar in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil ? scalar : " "
    }
  }

  private static func cost(of words: [Letters], in texts: [Letters]) -> Int? {
    var sum = 0
    for word in words {
      var best: Int?
      for (place, text) in texts.enumerated() {
        guard let cost = Self.cost(of: word, in: text) else { continue }
        best = min(best ?? .max, cost + (place == 0 ? 0 : costOfOtherName))
      }
      guard let best else { return nil }
      sum += best
    }
    return sum
  }

  /// The cost of a word in a text: 0 at the beginning of a word, more within a word, and still more
  /// with gaps; `nil` if the letters are not there in their order.
  private static func cost(of word: Letters, in text: Letters) -> Int? {
    var best: Int?
    var start = 0
    for _ in 0..<mostPlaces {
      guard let place = narrowestPlace(of: word, in: text, from: start) else { break }
      let gaps = place.count - word.count
      let beginsWord = place.lowerBound == 0 || text[place.lowerBound - 1] == " "
      let cost = (gaps == 0 ? 0 : 40 + min(gaps, 60)) + (beginsWord ? 0 : 20)
      best = min(best ?? .max, cost)
      if cost == 0 { break }
      start = place.lowerBound + 1
    }
    return best
  }

  /// The narrowest place that ends where the letters, searched from an index on, are first
  /// complete.
  private static func narrowestPlace(
    of word: Letters, in text: Letters, from start: Int
  ) -> ClosedRange<Int>? {
    var next = 0
    var end = start
    while end < text.count {
      if text[end] == word[next] {
        next += 1
        if next == word.count { break }
      }
      end += 1
    }
    guard next == word.count else { return nil }
    var first = end
    while true {
      if text[first] == word[next - 1] {
        next -= 1
        if next == 0 { return first...end }
      }
      first -= 1
    }
  }
}
