import TOMLKit

/// The door to TOMLKit, and the only one.
extension TOMLNode {
  /// A file that is no TOML: the line, and what the parser says about it.
  struct SyntaxFault: Error {
    let line: Int
    let message: String
  }

  /// Parses a whole file. The text must not hold NUL, at which TOMLKit's C strings end, and
  /// ``TOMLScanner`` must have found no fault in it: toml++ asserts where it could throw.
  ///
  /// TOMLKit never frees what it has parsed, so parse what has changed, not what may have.
  static func parse(_ text: String) throws(SyntaxFault) -> [String: TOMLNode] {
    do {
      return entries(of: try TOMLTable(string: text))
    } catch let error as TOMLParseError {
      throw SyntaxFault(line: error.source.begin.line, message: error.description)
    } catch {
      throw SyntaxFault(line: 1, message: "\(error)")
    }
  }

  // TOMLKit's own iteration stops the program where a key cannot be found again.
  private static func entries(of table: TOMLTable) -> [String: TOMLNode] {
    var entries: [String: TOMLNode] = [:]
    for key in table.keys { entries[key] = table[key].map(TOMLNode.init) }
    return entries
  }

  private init(_ value: any TOMLValueConvertible) {
    switch value.type {
    case .string: self = .string(value.string ?? "")
    case .int: self = .integer(value.int ?? 0)
    case .double: self = .float(value.double ?? .nan)
    case .bool: self = .boolean(value.bool ?? false)
    // The scanner lets none through.
    case .date, .time, .dateTime: self = .string(value.debugDescription)
    case .array: self = .array(value.array.map { $0.map(TOMLNode.init) } ?? [])
    case .table: self = .table(value.table.map(Self.entries(of:)) ?? [:])
    }
  }
}
