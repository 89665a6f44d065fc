/// A row of a file, and the line on which it begins.
struct TextRow {
  let line: Int

  /// Whether there are line breaks in it, between quotes.
  let hasSeveralLines: Bool

  /// The row's fields; ``RowFault`` if it is no text, or no row of CSV.
  let fields: Result<[String], RowFault>
}

/// Cuts a text into rows. A line ends with LF, CR or CR LF; empty ones are skipped, and so is a
/// byte order mark.
struct RowSplitter {
  /// In bytes: far more than a row needs, so that a quote which is never closed does not swallow
  /// the file.
  static let longestRow = 1 << 16

  /// Whether rows are split into fields as in RFC 4180, where a line break between quotes belongs
  /// to the row. Otherwise a row is one line, which is its only field.
  var splitsFields = false

  /// What stands between fields: a byte of ASCII.
  var separator = UInt8(ascii: ",")

  private let source: TextSource

  /// What has been read and not yet returned begins at `position`.
  private var text: [UInt8] = []
  private var position = 0
  private var line = 1
  private var isAtStart = true
  private var isAtEnd = false

  /// Whether the last row was too long, and the rest of its line is still to be skipped. It is
  /// skipped only if more rows are wanted: a file that is no text at all may be one line without an
  /// end.
  private var isWithinLongRow = false

  /// Where the second line of the last row begins; `nil` if it had only one.
  private var secondLine: (line: Int, position: Int)?

  init(_ source: TextSource) { self.source = source }

  /// The next row, `nil` at the end. Throws what ``TextSource`` throws.
  mutating func next() throws -> TextRow? {
    while true {
      if isWithinLongRow {
        try skipRestOfLine()
        skipLineBreak()
        isWithinLongRow = false
      }
      try fill()
      if isAtStart {
        isAtStart = false
        if text.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
      }
      guard position < text.count else { return nil }
      let begin = (line: line, position: position)
      let end = endOfRow()
      let row = begin.position..<end.position
      let fields: Result<[String], RowFault>? =
        end.fault.map { .failure($0) } ?? (row.isEmpty ? nil : self.fields(of: text[row]))
      position = end.position
      line += end.lineBreaks
      secondLine = end.secondLine.map { (begin.line + 1, $0) }
      isWithinLongRow = end.fault == .tooLong(limit: Self.longestRow)
      if !isWithinLongRow { skipLineBreak() }
      guard let fields else { continue }
      return TextRow(line: begin.line, hasSeveralLines: secondLine != nil, fields: fields)
    }
  }

  /// Goes back to the second line of the row that was returned last, whose first line is given up.
  /// A row with a quote too many contains lines that are rows of their own.
  mutating func returnToSecondLine() {
    guard let secondLine else { return }
    (line, position) = secondLine
    self.secondLine = nil
    isWithinLongRow = false
  }

  /// What stands before a byte in its field.
  private enum Place {
    case start, text, quoted, closed, blankAfterQuotes
    /// The row has a quote where none belongs.
    case astray

    /// What comes after a byte that is no line break; blanks are allowed around quotes.
    func after(_ byte: UInt8, separator: UInt8) -> Self {
      switch (self, byte) {
      case (.astray, _): .astray
      case (.quoted, UInt8(ascii: "\"")): .closed
      case (.quoted, _): .quoted
      // A doubled quote is one that belongs to the text.
      case (.start, UInt8(ascii: "\"")), (.closed, UInt8(ascii: "\"")): .quoted
      case (_, UInt8(ascii: "\"")): .astray
      case (_, separator): .start
      case (.start, UInt8(ascii: " ")), (.start, UInt8(ascii: "\t")): .start
      case (.closed, UInt8(ascii: " ")), (.closed, UInt8(ascii: "\t")): .blankAfterQuotes
      case (.blankAfterQuotes, UInt8(ascii: " ")), (.blankAfterQuotes, UInt8(ascii: "\t")):
        .blankAfterQuotes
      case (.closed, _), (.blankAfterQuotes, _): .astray
      case (.start, _), (.text, _): .text
      }
    }

    /// Whether the byte that led from this place to the next belongs to the field's text: all but
    /// the quotes around a field and the blanks around those.
    func keepsByte(to next: Self) -> Bool {
      switch (self, next) {
      case (_, .text), (.quoted, .quoted), (.closed, .quoted): true
      default: false
      }
    }
  }

  /// Where a row ends, before its line break, and how many line breaks it contains.
  private struct End {
    var position: Int
    var lineBreaks = 0
    var secondLine: Int?
    var fault: RowFault?
  }

  private func endOfRow() -> End {
    let limit = min(text.count, position + Self.longestRow)
    var place = Place.start
    var firstLineBreak: Int?
    var lineBreaks = 0
    var index = position
    func end() -> End {
      // Only the first line is given up: those after it may be good.
      guard place != .astray else {
        return End(position: firstLineBreak ?? index, fault: .misplacedQuote)
      }
      let secondLine = firstLineBreak.map { $0 + (isPair(at: $0) ? 2 : 1) }
      return End(position: index, lineBreaks: lineBreaks, secondLine: secondLine)
    }
    while index < limit {
      switch text[index] {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        guard place == .quoted else { return end() }
        firstLineBreak = firstLineBreak ?? index
        lineBreaks += 1
        index += isPair(at: index) ? 1 : 0
      case let byte: if splitsFields { place = place.after(byte, separator: separator) }
      }
      index += 1
    }
    let isWhole = isAtEnd && limit == text.count
    if isWhole, place != .quoted { return end() }
    if place == .quoted, isWhole || firstLineBreak != nil {
      return End(position: firstLineBreak ?? limit, fault: .unclosedQuote)
    }
    return End(position: firstLineBreak ?? limit, fault: .tooLong(limit: Self.longestRow))
  }

  /// - Parameter row: a whole row without misplaced quotes.
  func fields(of row: some Collection<UInt8>) -> Result<[String], RowFault> {
    if row.contains(0) { return .failure(.zeroByte) }
    guard splitsFields else {
      return String(validating: row, as: UTF8.self).map { .success([$0]) } ?? .failure(.notText)
    }
    var fields: [String] = []
    var field: [UInt8] = []
    var place = Place.start
    // What separates fields is ASCII, so a row is UTF-8 if each of its fields is.
    func finishField() -> Bool {
      guard let text = String(validating: field, as: UTF8.self) else { return false }
      fields.append(text)
      field.removeAll(keepingCapacity: true)
      return true
    }
    for byte in row {
      let next = place.after(byte, separator: separator)
      if place.keepsByte(to: next) {
        field.append(byte)
      } else if byte == separator, !finishField() {
        return .failure(.notText)
      }
      place = next
    }
    return finishField() ? .success(fields) : .failure(.notText)
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
}
