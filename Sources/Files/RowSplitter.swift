/// A row of a file, and the line on which it begins.
package struct TextRow {
  package let line: Int

  /// True if there are line breaks in it, between quotes.
  package let hasSeveralLines: Bool

  /// The row's fields, or why it has none.
  package let fields: Result<[String], TextRowFault>
}

/// The reason why a row of a file is not text, or not a row of CSV.
public enum TextRowFault: Error, Hashable, Sendable {
  /// The bytes are not UTF-8.
  case notText

  /// A zero byte.
  case zeroByte

  /// The row is longer than any that makes sense.
  case tooLong(limit: Int)

  /// A quote is opened and not closed.
  case unclosedQuote

  /// A character stands before an opening or after a closing quote.
  case misplacedQuote
}

/// Cuts a text into rows. A line ends with LF, CR or CR LF; empty lines and a byte order mark are
/// skipped. The text is UTF-8, or the UTF-16 of spreadsheets, recognized by its first bytes.
package struct RowSplitter {
  /// The longest row in bytes: far more than one needs, so that an unclosed quote does not swallow
  /// the file.
  package static let longestRow = 1 << 16

  /// True to split rows into fields as in RFC 4180, where a line break between quotes belongs to
  /// the row. Otherwise a row is one line, which is its only field.
  package var splitsFields = false

  /// The separator of fields: a byte of ASCII.
  package var separator = UInt8(ascii: ",")

  /// The separators of spreadsheets; where the decimal point is a comma, they use another one.
  package static let separators: [Character] = [",", ";", "\t"]

  private let source: (inout [UInt8]) throws -> Bool

  /// The encoding of the bytes; `nil` before the first of them.
  private var encoding: TextEncoding?

  /// The bytes that were read; those from `position` on have not been returned.
  private var text: [UInt8] = []
  private var position = 0
  private var line = 1
  private var isAtStart = true
  private var isAtEnd = false

  /// True if the last row was too long, and the rest of its line has to be skipped. It is skipped
  /// only if more rows are wanted: a file that is not text may be one line without an end.
  private var isWithinLongRow = false

  /// The start of the second line of the last row; `nil` if it had only one.
  private var secondLine: (line: Int, position: Int)?

  /// - Parameter source: appends the next bytes; returns false at the end.
  package init(_ source: @escaping (inout [UInt8]) throws -> Bool) { self.source = source }

  /// Cuts bytes that are in memory.
  package init(_ bytes: [UInt8]) {
    var left: [UInt8]? = bytes
    self.init { text in
      guard let bytes = left else { return false }
      left = nil
      text += bytes
      return true
    }
  }

  /// The next row, `nil` at the end. Throws what the source throws.
  package mutating func next() throws -> TextRow? {
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
      let fields: Result<[String], TextRowFault>? =
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

  /// Returns to the second line of the row that was returned last, whose first line is discarded: a
  /// row with a quote too many contains lines that are rows of their own.
  package mutating func returnToSecondLine() {
    guard let secondLine else { return }
    (line, position) = secondLine
    self.secondLine = nil
    isWithinLongRow = false
  }

  /// The part of a field before a byte.
  private enum Place {
    case start, text, quoted, closed, blankAfterQuotes
    /// The row has a quote where none belongs.
    case astray

    /// The place after a byte that is no line break; blanks are allowed around quotes.
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

    /// True if the byte between this place and the next belongs to the field's text: all but the
    /// quotes around a field and the blanks around those.
    func keepsByte(to next: Self) -> Bool {
      switch (self, next) {
      case (_, .text), (.quoted, .quoted), (.closed, .quoted): true
      default: false
      }
    }
  }

  /// The end of a row, before its line break.
  private struct End {
    var position: Int
    var lineBreaks = 0
    var secondLine: Int?
    var fault: TextRowFault?
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
  package func fields(of row: some Collection<UInt8>) -> Result<[String], TextRowFault> {
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
      var bytes: [UInt8] = []
      // A pipe may give those that tell the encoding one by one.
      repeat {
        isAtEnd = try !source(&bytes)
      } while !isAtEnd && encoding == nil
        && bytes.count < TextEncoding.markSize
      var encoding = encoding ?? TextEncoding(of: bytes)
      encoding.append(bytes, to: &text)
      self.encoding = encoding
    }
  }
}

// MARK: Tables

extension RowSplitter {
  /// Reads the row with the names of a table's columns, detects the separator of its fields, and
  /// splits the rows after it. `nil` at the end.
  ///
  /// - Parameter declared: the separator that the file names; `nil` to detect it.
  package mutating func nextHeader(separator declared: UInt8? = nil) throws -> (
    line: Int, names: [String]
  )? {
    guard let row = try next() else { return nil }
    let text = (try? row.fields.get().first) ?? ""
    separator = declared ?? Self.separator(in: text)
    splitsFields = true
    return (row.line, (try? fields(of: text.utf8).get()) ?? [])
  }

  /// The separator that a spreadsheet names on a line before all others, such as `sep=;`.
  package static func declaredSeparator(_ line: String) -> UInt8? {
    guard line.utf8.count == 5, line.lowercased().hasPrefix("sep=") else { return nil }
    return line.utf8.last
  }

  /// The separator of a table; no name of a column has one in it.
  ///
  /// - Parameter header: the line that names the columns.
  private static func separator(in header: String) -> UInt8 {
    let counts = separators.map { separator in header.count { $0 == separator } }
    let place = counts.indices.max {
      counts[$0] < counts[$1] || counts[$0] == counts[$1] && $0 > $1
    }
    return place.flatMap { separators[$0].asciiValue } ?? UInt8(ascii: ",")
  }
}

/// The encoding of a text, with the rest of the last piece of bytes.
private struct TextEncoding {
  /// The length of the bytes that show the encoding.
  static let markSize = 2

  /// True if the higher byte of a code unit comes first; `nil` for UTF-8.
  private let isBigEndian: Bool?

  /// Half a code unit, or the first half of a pair of units.
  private var rest: [UInt8] = []

  /// - Parameter start: the beginning of the text. A byte order mark shows the encoding; without
  ///   one, the zero that is every second byte of an ASCII text does.
  init(of start: some Collection<UInt8>) {
    let mark = Array(start.prefix(Self.markSize))
    switch (mark.first ?? 1, mark.dropFirst().first ?? 1) {
    case (0xFF, 0xFE), (1..., 0): isBigEndian = false
    case (0xFE, 0xFF), (0, 1...): isBigEndian = true
    default: isBigEndian = nil
    }
  }

  /// Appends the bytes as UTF-8. Invalid UTF-16 becomes U+FFFD.
  mutating func append(_ bytes: [UInt8], to text: inout [UInt8]) {
    guard let isBigEndian else {
      text += bytes
      return
    }
    rest += bytes
    var units = stride(from: 0, to: rest.count - 1, by: 2).map { place in
      let (first, second) = (UInt16(rest[place]), UInt16(rest[place + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    if let last = units.last, UTF16.isLeadSurrogate(last) { units.removeLast() }
    rest.removeFirst(units.count * 2)
    text += String(decoding: units, as: UTF16.self).utf8
  }
}
