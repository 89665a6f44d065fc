import Files
import Foundation

/// What a row of an imported file holds.
enum ReadRow: Hashable, Sendable {
  /// - Parameter hasID: whether the row had an id; if not, the result has a new one.
  case result(RecordedResult, hasID: Bool)

  case run(RunRecord)

  /// A training that Peach does not have, by the file's name for it.
  case otherTraining(String)
}

/// Reads records from a file in any of the formats, a row at a time.
struct RecordFile {
  /// A row, and the line on which it begins.
  struct Row {
    let line: Int
    let content: Result<ReadRow, RowFault>
  }

  private typealias Parse = ([String]) throws(RowFault) -> ReadRow

  private let source: TextSource
  private var splitter: RowSplitter
  private let parse: Parse

  /// The first line if it is a record already.
  private var first: TextRow?

  /// Reads the first line, and the names of the columns if there are any. Throws ``ExchangeFault``.
  init(_ source: TextSource) throws {
    self.source = source
    var splitter = RowSplitter(source.read)
    var first = try splitter.next()
    let declared = (first?.text).flatMap { RowSplitter.declaredSeparator($0) }
    if declared != nil { first = try splitter.next() }
    guard let first, let mark = first.text else {
      throw ExchangeFault.unknownFormat(path: source.path)
    }
    switch try FileFormat(firstLine: mark, path: source.path) {
    case .jsonLines:
      parse = Self.parseLine
      if JSONHeader(mark) == nil { self.first = first }
    case .csv:
      let header = try Header(from: &splitter, declared)
      parse = try header.parser(
        names: RecordTable.names, needed: RecordTable.needed, path: source.path, RecordTable.read)
    case .app:
      let header = try Header(from: &splitter, declared)
      parse = try header.parser(
        names: AppTable.names, needed: AppTable.needed, ignored: [AppTable.onlyInVersion2],
        path: source.path, AppTable.read)
    }
    self.splitter = splitter
  }

  /// How much of the file has been read, 0…1; `nil` if its size is not known.
  var fractionRead: Double? {
    source.size.map { $0 == 0 ? 1 : min(Double(source.bytesRead) / Double($0), 1) }
  }

  /// The next row, `nil` at the end. Throws what ``TextSource`` throws.
  mutating func next() throws -> Row? {
    guard let row = try first ?? splitter.next() else { return nil }
    first = nil
    let content = row.fields.mapError { RowFault.text($0) }.flatMap { fields in
      do throws(RowFault) {
        return Result<ReadRow, RowFault>.success(try parse(fields))
      } catch {
        return .failure(error)
      }
    }
    if row.hasSeveralLines, case .failure = content { splitter.returnToSecondLine() }
    return Row(line: row.line, content: content)
  }

  private static func parseLine(_ fields: [String]) throws(RowFault) -> ReadRow {
    do {
      return try RecordLine.read(Data(fields[0].utf8))
    } catch {
      throw .value(error)
    }
  }

  /// The row that names the columns of a table.
  private struct Header {
    private let line: Int
    private let names: [String]

    /// Whether the table has decimal commas: no comma stands between fields then.
    private let allowsDecimalComma: Bool

    /// Reads it, and lets the splitter split the rows that follow.
    ///
    /// - Parameter declared: the separator that the file names; `nil` to find it out.
    init(from splitter: inout RowSplitter, _ declared: UInt8?) throws {
      let header = try splitter.nextHeader(separator: declared)
      (line, names) = header ?? (2, [])
      allowsDecimalComma = splitter.separator != UInt8(ascii: ",")
    }

    /// - Parameters:
    ///   - names: the columns that the format has.
    ///   - ignored: columns that may be there and are not read.
    func parser(
      names: [String], needed: [String], ignored: Set<String> = [],
      path: String, _ read: @escaping (TableRow) throws(RowFault) -> ReadRow
    ) throws -> Parse {
      let (found, allowsDecimalComma) = (self.names, allowsDecimalComma)
      var places: [String: Int] = [:]
      var unknown: [String] = []
      // Spreadsheets pad every row to the widest one.
      let width = (found.lastIndex { !$0.isEmpty } ?? -1) + 1
      for (place, name) in found.prefix(width).enumerated() {
        if names.contains(name), places[name] == nil {
          places[name] = place
        } else if !ignored.contains(name) {
          unknown.append(ShownValue.text(name))
        }
      }
      let missing = needed.filter { places[$0] == nil }
      guard missing.isEmpty, unknown.isEmpty else {
        throw ExchangeFault.badHeader(
          path: path, line: line, missing: missing, unknown: unknown)
      }
      return { fields throws(RowFault) in
        guard fields.count == found.count else {
          throw .fieldCount(expected: found.count, found: fields.count)
        }
        return try read(
          TableRow(places: places, fields: fields, allowsDecimalComma: allowsDecimalComma))
      }
    }
  }
}

extension TextRow {
  /// The line, if it was not split.
  fileprivate var text: String? { try? fields.get().first }
}
