import Foundation

/// Words for a sound, without regard to case, accents and signs.
struct SoundWords {
  /// How well words fit a sound; more is better.
  enum Fit: Int, Comparable {
    /// Every word is part of a word.
    case within
    /// Every word begins a word.
    case beginnings
    /// Every word is a word.
    case words
    /// The words are the whole name, of the preset alone or with its font's.
    case name

    static func < (one: Fit, other: Fit) -> Bool { one.rawValue < other.rawValue }
  }

  let words: [String]

  init(_ text: String) {
    words = Self.plain(text).split(separator: " ").map(String.init)
  }

  /// Letters and numbers in lower case, spaces for the rest.
  static func plain(_ text: String) -> String {
    let folded = text.folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil)
    return String(folded.map { $0.isLetter || $0.isNumber ? $0 : " " })
  }

  /// How well the words fit a sound; `nil` where they do not. One at least has to be the preset's: a font's
  /// name alone names no sound.
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
