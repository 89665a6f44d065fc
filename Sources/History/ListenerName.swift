import Foundation

/// Whose ear a history is about, where several people train on one account; also the name of the
/// folder with that history.
public struct ListenerName: Hashable, Sendable {
  /// The most characters that a name has, as Unicode scalars: at most four bytes each, it then fits
  /// into the 255 bytes that Linux allows for a name.
  public static let longest = 40

  /// In the composed form of Unicode (NFC), so that one name is one folder.
  public let text: String

  /// - Returns: `nil` unless the name has letters, digits, `-` and `_` alone, 1…40 of them.
  public init?(_ text: String) {
    let text = text.precomposedStringWithCanonicalMapping
    guard (1...Self.longest).contains(text.unicodeScalars.count),
      text.unicodeScalars.allSatisfy(Self.isAllowed),
      // A mark belongs to a letter before it.
      text.unicodeScalars.first.map({ !Self.isMark($0) }) == true
    else { return nil }
    self.text = text
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber:
      true
    default: scalar == "-" || scalar == "_" || isMark(scalar)
    }
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    [.nonspacingMark, .spacingMark].contains(scalar.properties.generalCategory)
  }
}
