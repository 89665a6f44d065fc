import Foundation

/// Writes figures for people, the same in every language.
enum DecimalText {
  static func text(_ number: Double, decimals: Int) -> String {
    String(format: "%.\(decimals)f", locale: Locale(identifier: "en_US_POSIX"), number)
  }
}
