/// Inserts values into a message.
enum MessageFormat {
  /// Replaces `%@` and `%d` with the values in their order, `%2$@` and `%2$d` with the second
  /// value, and `%%` with a percent sign.
  static func fill(_ format: String, _ values: [any MessageValue]) -> String {
    guard format.contains("%") else { return format }
    var text = ""
    var next = 0
    var rest = format[...]
    while let percent = rest.firstIndex(of: "%") {
      text += rest[..<percent]
      rest = rest[percent...].dropFirst()
      if rest.first == "%" {
        text += "%"
        rest = rest.dropFirst()
        continue
      }
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      let isNumbered = !digits.isEmpty && rest.dropFirst(digits.count).first == "$"
      let index = isNumbered ? (Int(digits) ?? 0) - 1 : next
      let conversion = isNumbered ? rest.dropFirst(digits.count + 1) : rest
      guard let letter = conversion.first, letter == "@" || letter == "d",
        values.indices.contains(index)
      else {
        // This is not a placeholder, so it stays unchanged.
        text += "%"
        continue
      }
      text += values[index].text
      if !isNumbered { next += 1 }
      rest = conversion.dropFirst()
    }
    return text + rest
  }
}

/// A value that can be inserted into a message: text or a whole number.
public protocol MessageValue: Sendable {
  /// The value as text for the reader.
  var text: String { get }
}

extension String: MessageValue {
  public var text: String { self }
}

extension Int: MessageValue {
  public var text: String { String(self) }
}

/// Text for a locale that supports only ASCII.
enum ASCIIText {
  private static let replacements: [Character: String] = [
    "ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss", "…": "...",
    "–": "-", "—": "--", "−": "-", "„": "\"", "“": "\"", "”": "\"", "‚": "'", "‘": "'", "’": "'",
    "»": "\"", "«": "\"", "±": "+/-", "·": "-", "×": "x", "≤": "<=", "≥": ">=", "°": " deg ",
    "\u{A0}": " ", "\u{202F}": " ", "♯": "#", "♭": "b", "→": "->", "é": "e", "à": "a",
  ]

  /// Replaces each character outside ASCII with the nearest equivalent, or a question mark.
  static func text(_ text: String) -> String {
    guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
    var result = ""
    for (index, character) in zip(text.indices, text) {
      guard !character.isASCII else {
        result.append(character)
        continue
      }
      let replacement = replacements[character] ?? "?"
      // Within capitals `Ü` becomes `UE`.
      let isAmongCapitals = text[index...].dropFirst().first?.isUppercase == true
      result += isAmongCapitals && character.isUppercase ? replacement.uppercased() : replacement
    }
    return result
  }
}
