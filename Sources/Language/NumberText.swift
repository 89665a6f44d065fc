import Foundation

/// Decimal numbers with the decimal sign of the user's language, for screens and messages. Files
/// and JSON keep the point.
public enum NumberText {
  /// - Parameter isSigned: whether a positive number also shows its sign.
  public static func fixed(_ number: Double, places: Int, isSigned: Bool = false) -> String {
    localizedSign(String(format: "%\(isSigned ? "+" : "").\(places)f", number))
  }

  /// The number in its shortest form with at most this many digits.
  public static func short(_ number: Double, digits: Int = 6) -> String {
    localizedSign(String(format: "%.\(digits)g", number))
  }

  /// The number as it may be typed, with at least one decimal place: `0.3`, `3.0`.
  public static func exact(_ number: Double) -> String { localizedSign("\(number)") }

  /// Reads a decimal number that a user has typed, with a point or a comma, a hyphen or a minus
  /// sign. `nil` for anything else, such as separators of thousands, `nan` and hexadecimal numbers.
  public static func number(_ text: String) -> Double? {
    guard text.allSatisfy({ "0123456789.,+-\u{2212}eE".contains($0) }) else { return nil }
    return Double(text.replacing(",", with: ".").replacing("\u{2212}", with: "-"))
  }

  /// A range by its ends: `9–18`. Read out it is `9 to 18`, because synthesizers leave out the
  /// dash.
  public static func range(_ low: String, _ high: String) -> String {
    MessageCatalogue.isReadOut
      ? localized("%@ to %@", low, high) : localized(context: "range", "%@–%@", low, high)
  }

  /// A range of values that may be typed: `0.3…3.0`.
  public static func span(_ low: String, _ high: String) -> String {
    MessageCatalogue.isReadOut
      ? localized("%@ to %@", low, high) : localized("%@…%@", low, high)
  }

  private static func localizedSign(_ text: String) -> String {
    text.replacing(".", with: localized(context: "decimal sign", "."))
  }
}

/// Lists within a sentence.
public enum ListText {
  /// `a, b and c`; empty without words.
  public static func joined(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return localized("%@ and %@", words.dropLast().joined(separator: ", "), last)
  }
}
