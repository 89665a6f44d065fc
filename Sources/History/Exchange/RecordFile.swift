import Foundation
import Music

/// Reads records out of a file, whichever of the formats it is in, a few hundred rows in memory at a
/// time.
struct RecordFile {
  /// A row, and the line on which it begins.
  struct Row {
    let line: Int
    let content: Result<ReadRow, RowFault>
  }

  private typealias Parse = ([TextRow]) -> [Row]

  let format: FileFormat
  private let source: TextSource
  private var splitter: RowSplitter
  private let parse: Parse

  /// The first line where it is a record already.
  private var first: TextRow?

  private static let rowsAtOnce = 400

  /// Reads the first line, and the names of the columns where there are some. Throws
  /// ``ExchangeFault``.
  init(_ source: TextSource) throws {
    self.source = source
    splitter = RowSplitter(source)
    guard let first = try splitter.next(), case .success(let mark) = first.text else {
      throw ExchangeFault.unknownFormat(path: source.path)
    }
    format = try FileFormat(firstLine: mark, path: source.path)
    splitter.mindsQuotes = format != .jsonLines
    switch format {
    case .jsonLines:
      parse = Self.parseJSON
      if JSONHeader(mark) == nil { self.first = first }
    case .csv:
      parse = try Self.table(
        try splitter.next(), needed: TableColumn.needed, path: source.path, TableRow.read)
    case .app:
      parse = try Self.table(
        try splitter.next(), needed: AppColumn.needed, unread: [AppColumn.ofVersion2],
        path: source.path, AppRow.read)
    }
  }

  /// How much of the file has been read, 0…1; `nil` where its size is not known.
  var fractionRead: Double? {
    source.size.map { $0 == 0 ? 1 : min(Double(source.bytesRead) / Double($0), 1) }
  }

  /// The next rows, none at the end. Throws what ``TextSource`` throws.
  mutating func next() throws -> [Row] {
    var rows: [TextRow] = []
    rows.reserveCapacity(Self.rowsAtOnce)
    if let first { rows.append(first) }
    first = nil
    while rows.count < Self.rowsAtOnce, let row = try splitter.next() {
      rows.append(row)
      if row.hasSeveralLines { break }
    }
    let parsed = parse(rows)
    if rows.last?.hasSeveralLines == true, case .failure = parsed.last?.content {
      splitter.returnToSecondLine()
    }
    return parsed
  }

  private static func parseJSON(_ rows: [TextRow]) -> [Row] {
    rows.map { row in
      let content = row.text.flatMap { text in
        do throws(RecordLineError) {
          let line = try RecordLine(Data(text.utf8))
          return Result<ReadRow, RowFault>.success(.result(line.result, hasID: line.hasID))
        } catch {
          return .failure(.value(error))
        }
      }
      return Row(line: row.line, content: content)
    }
  }

  /// - Parameters:
  ///   - header: the row that names the columns.
  ///   - unread: columns that may be there and are not looked at.
  private static func table<Column: RawRepresentable<String> & Hashable & CaseIterable>(
    _ header: TextRow?, needed: [Column], unread: Set<String> = [], path: String,
    _ read: @escaping (FieldReader<Column>) throws(RowFault) -> ReadRow
  ) throws -> Parse {
    let line = header?.line ?? 2
    let names = try? header?.text.flatMap { TableText.fields(of: [$0])[0] }.get()
    var places: [Column: Int] = [:]
    var unknown: [String] = []
    for (place, name) in (names ?? []).enumerated() {
      let column = Column(rawValue: name)
      if let column, places[column] == nil {
        places[column] = place
      } else if !unread.contains(name) {
        unknown.append(ShownValue.text(name))
      }
    }
    let missing = needed.filter { places[$0] == nil }.map(\.rawValue)
    guard missing.isEmpty, unknown.isEmpty else {
      throw ExchangeFault.badHeader(path: path, line: line, missing: missing, unknown: unknown)
    }
    let count = names?.count ?? 0
    return { rows in
      let texts = rows.compactMap { try? $0.text.get() }
      var fields = TableText.fields(of: texts).makeIterator()
      return rows.map { row in
        let content = row.text.flatMap { _ in fields.next() ?? .failure(.misplacedQuote) }
          .flatMap { fields in
            do throws(RowFault) {
              guard fields.count == count else {
                throw .fieldCount(expected: count, found: fields.count)
              }
              return Result<ReadRow, RowFault>.success(
                try read(FieldReader(places: places, fields: fields)))
            } catch {
              return .failure(error)
            }
          }
        return Row(line: row.line, content: content)
      }
    }
  }
}

/// What a row of an imported file holds.
enum ReadRow: Hashable, Sendable {
  /// - Parameter hasID: whether the row had an id; else the result has one that was made up.
  case result(RecordedResult, hasID: Bool)

  /// A training that Peach does not have, by the file's name for it.
  case otherTraining(String)
}

/// Reads the fields of a row without trusting them. A field that does not belong to the row's training
/// is never looked at.
struct FieldReader<Column: RawRepresentable<String> & Hashable> {
  let places: [Column: Int]
  let fields: [String]

  /// Empty where the table has no such column.
  subscript(column: Column) -> String { places[column].map { fields[$0] } ?? "" }

  func note(_ column: Column, as member: RecordMember) throws(RowFault) -> MIDINote {
    try value(column, member) { text in Int(text).flatMap { MIDINote(exactly: $0) } }
  }

  /// A decimal number, in any form but those that only a computer writes.
  func cents(_ column: Column, as member: RecordMember) throws(RowFault) -> Cents {
    try value(column, member) { text in
      guard text.utf8.allSatisfy({ Self.ofNumbers.contains($0) }), let number = Double(text),
        RecordLimits.cents.contains(number)
      else { return nil }
      return Cents(number)
    }
  }

  /// Spreadsheets write `TRUE`.
  func flag(_ column: Column, as member: RecordMember) throws(RowFault) -> Bool {
    try value(column, member) { Bool($0.lowercased()) }
  }

  func timestamp(_ column: Column) throws(RowFault) -> Date {
    try value(column, .timestamp) { text in
      RecordTimestamp.date(text).flatMap {
        RecordLimits.milliseconds.contains($0.millisecondsSince1970) ? $0 : nil
      }
    }
  }

  func value<Value>(
    _ column: Column, _ member: RecordMember, _ read: (String) -> Value?
  ) throws(RowFault) -> Value {
    let text = self[column]
    guard !text.isEmpty else { throw .value(.missing(member)) }
    guard let value = read(text) else {
      throw .value(.notAllowed(member, value: ShownValue.text(text)))
    }
    return value
  }

  private static var ofNumbers: String.UTF8View { "0123456789+-.eE".utf8 }
}
