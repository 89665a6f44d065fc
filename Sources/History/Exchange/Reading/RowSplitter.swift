/// Cuts a text into rows. A line ends with LF, CR or CR LF; empty ones are skipped, and so is a byte
/// order mark.
struct RowSplitter {
  /// In bytes: far more than a row needs, so that a quote which is never closed does not swallow the
  /// file.
  static let longestRow = 1 << 16

  /// Whether a line break between quotes belongs to the row, as in RFC 4180.
  var mindsQuotes = false

  private let source: TextSource

  /// What has been read and not yet handed over begins at `position`.
  private var text: [UInt8] = []
  private var position = 0
  private var line = 1
  private var isAtStart = true
  private var isAtEnd = false

  init(_ source: TextSource) { self.source = source }

  /// The next row, `nil` at the end. Throws what ``TextSource`` throws.
  mutating func next() throws -> TextRow? {
    while true {
      try fill()
      if isAtStart {
        isAtStart = false
        if text.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
      }
      guard position < text.count else { return nil }
      let begin = (line: line, position: position)
      let end = endOfRow()
      let row = text[begin.position..<end.position]
      position = end.position
      line += end.lineBreaks
      if end.fault == .tooLong(limit: Self.longestRow) { try skipRestOfLine() }
      skipLineBreak()
      if let fault = end.fault { return TextRow(line: begin.line, text: .failure(fault)) }
      if !row.isEmpty { return TextRow(line: begin.line, text: Self.decoded(row)) }
    }
  }

  /// Where a row ends, before its line break, and how many line breaks it holds.
  private struct End {
    var position: Int
    var lineBreaks = 0
    var fault: RowFault?
  }

  private func endOfRow() -> End {
    let limit = min(text.count, position + Self.longestRow)
    var isQuoted = false
    var firstLineBreak: Int?
    var lineBreaks = 0
    var index = position
    while index < limit {
      switch text[index] {
      case UInt8(ascii: "\""): if mindsQuotes { isQuoted.toggle() }
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        guard isQuoted else { return End(position: index, lineBreaks: lineBreaks) }
        firstLineBreak = firstLineBreak ?? index
        lineBreaks += 1
        index += isPair(at: index) ? 1 : 0
      default: break
      }
      index += 1
    }
    let isWhole = isAtEnd && limit == text.count
    if isWhole, !isQuoted { return End(position: limit, lineBreaks: lineBreaks) }
    // Only the line with the quote is given up: those after it may be good.
    if isQuoted, isWhole || firstLineBreak != nil {
      return End(position: firstLineBreak ?? limit, fault: .unclosedQuote)
    }
    return End(position: firstLineBreak ?? limit, fault: .tooLong(limit: Self.longestRow))
  }

  private func isPair(at index: Int) -> Bool {
    text[index] == 0x0D && index + 1 < text.count && text[index + 1] == 0x0A
  }

  private mutating func skipLineBreak() {
    guard position < text.count else { return }
    position += isPair(at: position) ? 2 : 1
    line += 1
  }

  private mutating func skipRestOfLine() throws {
    while true {
      if let end = text[position...].firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
        position = end
        return try fill()
      }
      position = text.count
      try fill()
      if position == text.count { return }
    }
  }

  /// Reads until there is room for a row and its line break, or nothing more.
  private mutating func fill() throws {
    guard !isAtEnd, text.count - position < Self.longestRow + 2 else { return }
    text.removeFirst(position)
    position = 0
    while !isAtEnd, text.count < Self.longestRow + 2 {
      isAtEnd = try !source.read(into: &text)
    }
  }

  private static func decoded(_ row: ArraySlice<UInt8>) -> Result<String, RowFault> {
    if row.contains(0) { return .failure(.zeroByte) }
    guard let text = String(validating: row, as: UTF8.self) else { return .failure(.notText) }
    return .success(text)
  }
}
