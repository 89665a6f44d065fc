import Foundation

/// Numbers that are no whole ones, with the decimal sign of the user's language.
///
/// For what is read, not for what is copied back: values of settings, JSON and CSV keep the point.
public enum NumberText {
  /// With so many places after the decimal sign.
  ///
  /// - Parameter isSigned: whether also a positive number shows its sign.
  public static func fixed(_ number: Double, places: Int, isSigned: Bool = false) -> String {
    localizedSign(String(format: "%\(isSigned ? "+" : "").\(places)f", number))
  }

  /// As short as it can be said with so many digits.
  public static func short(_ number: Double, digits: Int = 6) -> String {
    localizedSign(String(format: "%.\(digits)g", number))
  }

  private static func localizedSign(_ text: String) -> String {
    text.replacing(".", with: localized(context: "decimal sign", "."))
  }
}
