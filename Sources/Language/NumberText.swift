import Foundation

/// Decimal numbers, with the decimal sign of the user's language.
///
/// Use it for text to read, not for text to copy back: values of settings, JSON and CSV keep the
/// point.
public enum NumberText {
  /// The number with this many decimal places.
  ///
  /// - Parameter isSigned: whether a positive number also shows its sign.
  public static func fixed(_ number: Double, places: Int, isSigned: Bool = false) -> String {
    localizedSign(String(format: "%\(isSigned ? "+" : "").\(places)f", number))
  }

  /// The number in its shortest form with at most this many digits.
  public static func short(_ number: Double, digits: Int = 6) -> String {
    localizedSign(String(format: "%.\(digits)g", number))
  }

  private static func localizedSign(_ text: String) -> String {
    text.replacing(".", with: localized(context: "decimal sign", "."))
  }
}
