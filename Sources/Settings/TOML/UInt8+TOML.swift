/// The bytes that shape TOML.
extension UInt8 {
  static let tab = UInt8(ascii: "\t")
  static let newline = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let doubleQuote = UInt8(ascii: "\"")
  static let hash = UInt8(ascii: "#")
  static let singleQuote = UInt8(ascii: "'")
  static let minus = UInt8(ascii: "-")
  static let colon = UInt8(ascii: ":")
  static let dot = UInt8(ascii: ".")
  static let equals = UInt8(ascii: "=")
  static let openBracket = UInt8(ascii: "[")
  static let backslash = UInt8(ascii: "\\")
  static let closeBracket = UInt8(ascii: "]")
  static let openBrace = UInt8(ascii: "{")
  static let closeBrace = UInt8(ascii: "}")

  /// Whether a key may begin so, bare or quoted.
  var beginsKey: Bool {
    switch self {
    case .doubleQuote, .singleQuote, UInt8(ascii: "_"), UInt8(ascii: "-"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }

  /// Whether a bare key, were it even a wrong one, is over.
  var endsBareKey: Bool {
    switch self {
    case .dot, .space, .tab, .equals, .closeBracket, .hash, .newline, .carriageReturn,
      .doubleQuote, .singleQuote:
      true
    default: false
    }
  }
}
