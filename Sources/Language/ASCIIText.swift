/// Text for a locale that has nothing but ASCII.
enum ASCIIText {
  private static let replacements: [Character: String] = [
    "ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss", "…": "...",
    "–": "-", "—": "--", "−": "-", "„": "\"", "“": "\"", "”": "\"", "‚": "'", "‘": "'", "’": "'",
    "»": "\"", "«": "\"", "±": "+/-", "·": "-", "×": "x", "≤": "<=", "≥": ">=", "°": " deg ",
    "\u{A0}": " ", "\u{202F}": " ", "♯": "#", "♭": "b", "→": "->", "é": "e", "à": "a",
  ]

  /// What ASCII cannot say becomes what comes nearest, or a question mark.
  static func text(_ text: String) -> String {
    guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
    var result = ""
    for (index, character) in zip(text.indices, text) {
      guard !character.isASCII else {
        result.append(character)
        continue
      }
      let replacement = replacements[character] ?? "?"
      // Within capitals `Ü` is `UE`.
      let isAmongCapitals = text[index...].dropFirst().first?.isUppercase == true
      result += isAmongCapitals && character.isUppercase ? replacement.uppercased() : replacement
    }
    return result
  }
}
