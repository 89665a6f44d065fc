/// Text of a SoundFont: ASCII by the standard, in practice whatever its author's machine wrote.
enum FontText {
  /// The text up to the first zero: UTF-8 if it is that, else Latin-1, with nothing in it that a terminal
  /// could stumble over and with single spaces.
  static func clean(_ bytes: some Sequence<UInt8>) -> String {
    let field = Array(bytes.prefix { $0 != 0 })
    var text = ""
    var isSpaceDue = false
    for scalar in decode(field).unicodeScalars {
      if isSpace(scalar) {
        isSpaceDue = !text.isEmpty
      } else {
        if isSpaceDue { text.append(" ") }
        isSpaceDue = false
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  private static func decode(_ field: [UInt8]) -> String {
    // A field of fixed width may have cut the last character in two.
    for cut in 0..<4 where cut <= field.count {
      let kept = field.dropLast(cut)
      guard cut == 0 || kept.count < field.count && field[kept.count] >= 0xC0 else { continue }
      if let text = String(validating: kept, as: UTF8.self) { return text }
    }
    return String(String.UnicodeScalarView(field.map { Unicode.Scalar($0) }))
  }

  /// Spaces, and what moves the cursor or turns the direction of writing.
  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .surrogate: true
    default: false
    }
  }
}
