internal import SwiftCSV

/// Cuts a text into rows. A line ends with LF, CR or CR LF; empty ones are skipped, and so is a byte
/// order mark.
struct RowSplitter {
  /// In bytes: far more than a row needs, so that a quote which is never closed does not swallow the
  /// file.
  static let longestRow = 1 << 16

  /// Whether a line break between quotes belongs to the row, as in RFC 4180. Such rows are whole in
  /// their quotes: the others are told as faults.
  var mindsQuotes = false

  private let source: TextSource

  /// What has been read and not yet handed over begins at `position`.
  private var text: [UInt8] = []
  private var position = 0
  private var line = 1
  private var isAtStart = true
  private var isAtEnd = false

  /// Where the second line of the last row begins; `nil` where it had but one.
  private var secondLine: (line: Int, position: Int)?

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
      secondLine = end.secondLine.map { (begin.line + 1, $0) }
      if end.fault == .tooLong(limit: Self.longestRow) { try skipRestOfLine() }
      skipLineBreak()
      guard end.fault != nil || !row.isEmpty else { continue }
      return TextRow(
        line: begin.line, hasSeveralLines: secondLine != nil,
        text: end.fault.map { .failure($0) } ?? Self.decoded(row))
    }
  }

  /// Gives up the first line only of the row that was handed over last: with a quote too many it holds
  /// lines that are rows of their own.
  mutating func returnToSecondLine() {
    guard let secondLine else { return }
    (line, position) = secondLine
    self.secondLine = nil
  }

  /// Where a row ends, before its line break, and how many line breaks it holds.
  private struct End {
    var position: Int
    var lineBreaks = 0
    var secondLine: Int?
    var fault: RowFault?
  }

  /// What stands before a byte in its field.
  private enum Place {
    case start, text, quoted, closed, blankAfterQuotes
    /// The row has a quote where none belongs.
    case astray

    /// What comes after a byte that is no line break; blanks are allowed around quotes.
    func after(_ byte: UInt8) -> Self {
      switch (self, byte) {
      case (.astray, _): .astray
      case (.quoted, UInt8(ascii: "\"")): .closed
      case (.quoted, _): .quoted
      // A doubled quote is one that belongs to the text.
      case (.start, UInt8(ascii: "\"")), (.closed, UInt8(ascii: "\"")): .quoted
      case (_, UInt8(ascii: "\"")): .astray
      case (_, UInt8(ascii: ",")): .start
      case (.start, UInt8(ascii: " ")), (.start, UInt8(ascii: "\t")): .start
      case (.closed, UInt8(ascii: " ")), (.closed, UInt8(ascii: "\t")): .blankAfterQuotes
      case (.blankAfterQuotes, UInt8(ascii: " ")), (.blankAfterQuotes, UInt8(ascii: "\t")):
        .blankAfterQuotes
      case (.closed, _), (.blankAfterQuotes, _): .astray
      case (.start, _), (.text, _): .text
      }
    }
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
      case let byte: if mindsQuotes { place = place.after(byte) }
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

/// A row of a file as text, and the line on which it begins.
struct TextRow {
  let line: Int

  /// Whether there are line breaks in it, between quotes.
  let hasSeveralLines: Bool

  /// Without the line's end; ``RowFault`` where it is no text.
  let text: Result<String, RowFault>
}

/// Takes rows of CSV apart (RFC 4180).
///
/// SwiftCSV wants its text whole and the first line to be a header; it drops an empty last field unless
/// a line break follows, and takes an unclosed quote for closed. So rows are handed to it some hundred at
/// a time, each with a line break, after they have been cut apart by ``RowSplitter``.
///
/// It also goes by Characters, and a combining mark (or whatever else joins) would make one of a comma or
/// a quote and its neighbour. So for it there is a zero byte, which no row has, around all that is not
/// ASCII.
enum TableText {
  /// The fields of each row, or what is wrong with it.
  static func fields(of rows: [String]) -> [Result<[String], RowFault>] {
    if let fields = parse(rows), fields.count == rows.count { return fields.map { .success($0) } }
    return rows.map { row in
      guard let fields = parse([row]), fields.count == 1 else {
        return .failure(.misplacedQuote)
      }
      return .success(fields[0])
    }
  }

  private static func parse(_ rows: [String]) -> [[String]]? {
    let text = rows.reduce(into: "header\n") { $0 += guarded($1) + "\n" }
    var fields: [[String]] = []
    fields.reserveCapacity(rows.count)
    let isGuarded = text.utf8.contains(0)
    do {
      // Its own list of rows is filled up to equal lengths, which would hide a row that is cut off.
      let table = try EnumeratedCSV(
        string: text, delimiter: .comma, loadColumns: false, rowLimit: 0)
      try table.enumerateAsArray(startAt: 1, rowLimit: nil) { row in
        fields.append(isGuarded ? row.map { $0.replacing("\0", with: "") } : row)
      }
    } catch {
      return nil
    }
    return fields
  }

  private static func guarded(_ row: String) -> String {
    guard !row.utf8.allSatisfy({ $0 < 0x80 }) else { return row }
    var guarded = String.UnicodeScalarView()
    var isASCII = true
    for scalar in row.unicodeScalars {
      if scalar.isASCII != isASCII { guarded.append("\0") }
      isASCII = scalar.isASCII
      guarded.append(scalar)
    }
    return String(guarded)
  }
}
