import Files
import Foundation

/// The content of a row of an imported file.
enum ReadRow: Hashable, Sendable {
  /// - Parameter hasID: true if the row had an id; if not, the result has a new one.
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

  /// The first line if it is a record.
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

  /// The share of the file that has been read, 0…1; `nil` if its size is unknown.
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

  /// The row with the names of a table's columns.
  private struct Header {
    private let line: Int
    private let names: [String]

    /// True if the table has decimal commas, and no comma between fields.
    private let allowsDecimalComma: Bool

    /// Reads the row, and lets the splitter split the rows that follow.
    ///
    /// - Parameter declared: the separator that the file names; `nil` to detect it.
    init(from splitter: inout RowSplitter, _ declared: UInt8?) throws {
      let header = try splitter.nextHeader(separator: declared)
      (line, names) = header ?? (2, [])
      allowsDecimalComma = splitter.separator != UInt8(ascii: ",")
    }

    /// - Parameters:
    ///   - names: the columns of the format.
    ///   - ignored: columns that may exist and are not read.
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

/// The bytes of a file or of standard input, in pieces.
final class TextSource {
  /// The name that the user knows.
  let path: String

  /// The size in bytes, if known beforehand.
  let size: Int?
  private(set) var bytesRead = 0

  private let descriptor: CInt
  private let isOwned: Bool
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  /// - Parameter path: `-` for standard input.
  init(_ path: String) throws(ExchangeFault) {
    self.path = path
    guard path != "-" else {
      descriptor = STDIN_FILENO
      isOwned = false
      size = nil
      return
    }
    // Without O_NONBLOCK, opening a named pipe without a writer would block.
    descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    isOwned = true
    guard descriptor >= 0 else {
      size = nil
      throw errno == ENOENT || errno == ENOTDIR
        ? .missing(path: path) : .cannotRead(path: path, reason: errno)
    }
    var status = stat()
    fstat(descriptor, &status)
    size = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
  }

  deinit { if isOwned, descriptor >= 0 { close(descriptor) } }

  /// Appends the next bytes; false at the end. Throws ``ExchangeFault``, or `CancellationError`
  /// while it waits.
  func read(into bytes: inout [UInt8]) throws -> Bool {
    while true {
      try Task.checkCancellation()
      // A pipe may be empty for a long time, and the task may be cancelled meanwhile.
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      if poll(&waiting, 1, 100) <= 0 { continue }
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count > 0 {
        bytesRead += count
        bytes += buffer[..<count]
        return true
      }
      if count == 0 { return false }
      switch errno {
      case EINTR, EAGAIN: continue
      case EISDIR: throw ExchangeFault.isDirectory(path: path)
      default: throw ExchangeFault.cannotRead(path: path, reason: errno)
      }
    }
  }
}

/// The format of a file of records, named by its first line.
enum FileFormat: Hashable, Sendable {
  /// Peach's own table.
  case csv
  /// Peach's own format with one JSON object per line.
  case jsonLines
  case app

  /// The versions of Peach's own formats, all of which are read; the newest is written. Version 1
  /// has no runs, and no circumstances of a result; version 2 has no plans and no experiments.
  static let ownVersions = 1...3

  /// The versions of the app's format, all of which are read; the newest is written.
  static let appVersions = 1...3

  static let csvMark = "# peach-jack-export-format:"
  static let appMark = "# peach-export-format:"

  /// The first line of a file in this format, without its end.
  var firstLine: String {
    switch self {
    case .csv: "\(Self.csvMark)\(Self.ownVersions.upperBound)"
    case .jsonLines: JSONHeader.line()
    case .app: "\(Self.appMark)\(Self.appVersions.upperBound)"
    }
  }
}

extension FileFormat {
  /// Reads the first line. Throws `unknownFormat` or `unknownVersion`.
  init(firstLine: String, path: String) throws(ExchangeFault) {
    // Spreadsheets pad the line with separators for missing columns.
    let mark = firstLine.trimmed { RowSplitter.separators.contains($0) || $0 == "\"" || $0 == " " }
    func check(_ version: some StringProtocol, _ known: ClosedRange<Int>) throws(ExchangeFault) {
      guard let number = Int(version) else { throw .unknownFormat(path: path) }
      guard known.contains(number) else {
        throw .unknownVersion(path: path, found: String(version.prefix(20)), known: known)
      }
    }
    if mark.hasPrefix(Self.csvMark) {
      self = .csv
      try check(mark.dropFirst(Self.csvMark.count), Self.ownVersions)
    } else if mark.hasPrefix(Self.appMark) {
      self = .app
      try check(mark.dropFirst(Self.appMark.count), Self.appVersions)
    } else if let header = JSONHeader(firstLine) {
      self = .jsonLines
      try check(String(header.version), Self.ownVersions)
    } else if firstLine.hasPrefix("{") {
      // Recovery files begin with a record.
      self = .jsonLines
    } else {
      throw .unknownFormat(path: path)
    }
  }
}

extension String {
  fileprivate func trimmed(_ isDropped: (Character) -> Bool) -> Substring {
    let head = drop(while: isDropped)
    return head.lastIndex { !isDropped($0) }.map { head[...$0] } ?? ""
  }
}
