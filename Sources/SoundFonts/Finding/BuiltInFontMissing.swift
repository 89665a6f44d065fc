/// The built-in font is in none of the places where it is looked for.
public struct BuiltInFontMissing: Error, Hashable, Sendable {
  public let tried: [String]
}
