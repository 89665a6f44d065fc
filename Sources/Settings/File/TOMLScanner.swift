/// Finds the places of the statements in a TOML file, because TOMLKit does not report them.
///
/// It knows just enough of TOML 1.0: strings, brackets and comments. It accepts any bytes and
/// always terminates, but the places are right for valid TOML only. The parser decides what is
/// valid, except for the few mistakes that would crash it, by an assertion or a full stack: this
/// type finds those, as ``fault``.
struct TOMLScanner {
  /// The most dots in one statement: each nests a table, and the parser's stack is limited.
  static let maximumDots = 256

  /// The most assignments and tables. Each costs time in the parser, and there are some sixty
  /// settings.
  static let mostStatements = 2000

  private let bytes: [UInt8]
  private var position: Int
  private var line = 1
  private var dots = 0
  private var count = 0

  /// The first mistake that must not reach the parser.
  private(set) var fault: TOMLNode.SyntaxFault?

  private(set) var statements: [TOMLStatement] = []

  init(_ bytes: [UInt8], from start: Int = 0) {
    self.bytes = bytes
    position = start
    while position < bytes.count, fault == nil { scanStatement() }
  }

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func advance() {
    guard position < bytes.count else { return }
    if current == .newline { line += 1 }
    position += 1
  }

  private mutating func scanStatement() {
    let firstLine = line
    let lineStart = position
    dots = 0
    skipSpaces()
    let start = position
    var kind: TOMLStatement.Kind?
    var path: [String] = []
    switch current {
    case .newline?, .carriageReturn?, nil: break
    case .hash?: kind = .comment
    case .openBracket?:
      for _ in 0..<2 where current == .openBracket { advance() }
      skipSpaces()
      if current?.beginsKey != true { refuse("a table has no name") }
      path = scanPath()
      kind = .header
    default:
      path = scanPath()
      if current == .equals {
        advance()
        skipSpaces()
        let value = scanValue()
        kind = .assignment(value: value, comment: current == .hash ? position : nil)
      }
    }
    if let kind, kind != .comment { countStatement() }
    skipLine()
    guard let kind else { return }
    statements.append(
      TOMLStatement(
        kind: kind, path: path, line: firstLine, start: start, lines: lineStart..<position))
  }

  private mutating func skipSpaces() {
    while current == .space || current == .tab { advance() }
  }

  /// Moves to the first byte of the next line.
  private mutating func skipLine() {
    while let byte = current, byte != .newline { advance() }
    advance()
  }

  /// The parts of a key up to `=`, `]`, a comment or the end of the line.
  private mutating func scanPath() -> [String] {
    var path: [String] = []
    while let byte = current, ![.equals, .closeBracket, .hash, .newline].contains(byte) {
      switch byte {
      case .doubleQuote, .singleQuote:
        let part = position
        skipString()
        path.append(Self.decoded(bytes[part..<position]))
      case .dot, .space, .tab, .carriageReturn:
        if byte == .dot { countDot() }
        advance()
      default:
        let part = position
        while let byte = current, !byte.endsBareKey { advance() }
        path.append(String(decoding: bytes[part..<position], as: UTF8.self))
      }
    }
    return path
  }

  /// The range of a value without trailing spaces. Stops at a comment or at the end of the line.
  private mutating func scanValue() -> Range<Int> {
    let start = position
    // The closing brackets that are still expected.
    var closers: [UInt8] = []
    scan: while let byte = current {
      switch byte {
      case .doubleQuote, .singleQuote: skipString()
      case .newline where closers.isEmpty, .hash where closers.isEmpty: break scan
      case .hash: while let byte = current, byte != .newline { advance() }
      default:
        check(byte, closers: &closers)
        advance()
      }
    }
    var end = position
    while end > start, [.space, .tab, .carriageReturn].contains(bytes[end - 1]) { end -= 1 }
    return start..<end
  }

  private mutating func check(_ byte: UInt8, closers: inout [UInt8]) {
    switch byte {
    case .dot: countDot()
    case .equals: countStatement()
    case .openBracket: closers.append(.closeBracket)
    case .openBrace: closers.append(.closeBrace)
    case .closeBracket, .closeBrace:
      if closers.popLast() != byte { refuse("a bracket closes that was not opened") }
    // An incomplete date aborts the parser, and no setting is a date.
    case .colon: refuse("dates and times have no place in the settings")
    case .minus where isDigit(at: position - 1):
      refuse("dates and times have no place in the settings")
    case 0x80...: refuse("outside strings and comments only ASCII is allowed")
    default: break
    }
  }

  private func isDigit(at index: Int) -> Bool {
    bytes.indices.contains(index) && (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index])
  }

  private mutating func countDot() {
    dots += 1
    if dots > Self.maximumDots { refuse("tables are nested too deeply") }
  }

  /// Counts an assignment, also one in an inline table, or a table.
  private mutating func countStatement() {
    count += 1
    if count > Self.mostStatements {
      refuse("there are more than \(Self.mostStatements) assignments and tables")
    }
  }

  private mutating func refuse(_ message: String) {
    if fault == nil { fault = TOMLNode.SyntaxFault(line: line, message: message) }
  }

  /// Skips any of the four kinds of strings, with both quotes.
  private mutating func skipString() {
    guard let quote = current else { return }
    let isMultiline = isTriple(quote)
    for _ in 0..<(isMultiline ? 3 : 1) { advance() }
    while let byte = current {
      if byte == .backslash, quote == .doubleQuote {
        noteEscape()
        advance()
        if current != .newline || isMultiline { advance() }
      } else if byte == .newline, !isMultiline {
        return
      } else if byte == quote, !isMultiline {
        return advance()
      } else if byte == quote, isTriple(quote) {
        // The string itself may end with one or two quotes.
        for _ in 0..<3 { advance() }
        for _ in 0..<2 where current == quote { advance() }
        return
      } else {
        advance()
      }
    }
  }

  private func isTriple(_ quote: UInt8) -> Bool {
    bytes.dropFirst(position).prefix(3).elementsEqual([quote, quote, quote])
  }

  private mutating func noteEscape() {
    let escape = String(decoding: bytes.dropFirst(position).prefix(10), as: UTF8.self)
    if escape.hasPrefix(#"\u0000"#) || escape == #"\U00000000"# { refuse("a string holds NUL") }
  }

  /// The text of a quoted key. The parser decodes escapes.
  private static func decoded(_ quoted: ArraySlice<UInt8>) -> String {
    let text = String(decoding: quoted, as: UTF8.self)
    guard text.contains("\\"), text.hasPrefix("\"") else {
      return String(text.dropFirst().dropLast())
    }
    return (try? TOMLNode.parse("key = " + text))?["key"]?.string ?? text
  }
}

/// A statement of a TOML file and its place; offsets count bytes.
struct TOMLStatement: Equatable {
  enum Kind: Equatable {
    /// `path = value`, with the range of the value and the start of a comment after it.
    case assignment(value: Range<Int>, comment: Int?)

    /// `[path]` or `[[path]]`.
    case header

    /// A line with only a comment.
    case comment
  }

  let kind: Kind

  /// The key's parts, decoded; empty for a comment.
  let path: [String]

  /// The number of the first line, from 1.
  let line: Int

  /// The start, after the indentation.
  let start: Int

  /// The whole lines, with indentation and line break.
  let lines: Range<Int>
}

/// The bytes that have a meaning in TOML.
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

  /// Whether a bare or quoted key may begin with this byte.
  var beginsKey: Bool {
    switch self {
    case .doubleQuote, .singleQuote, UInt8(ascii: "_"), UInt8(ascii: "-"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }

  /// Whether a bare key, valid or not, ends before this byte.
  var endsBareKey: Bool {
    switch self {
    case .dot, .space, .tab, .equals, .closeBracket, .hash, .newline, .carriageReturn,
      .doubleQuote, .singleQuote:
      true
    default: false
    }
  }
}
