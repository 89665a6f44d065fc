import BuiltInFont

/// The font as it is written now, made once for all tests.
enum WrittenFont {
  static let bytes = BuiltInFont.bytes()
}
