import Foundation
import TOMLKit

/// A value of a TOML file; dates and times are none that a setting could have.
///
/// Its description is TOML again, on one line, whatever line breaks and control characters a
/// string holds.
indirect enum TOMLNode: Equatable, Sendable, CustomStringConvertible {
  case string(String)
  case integer(Int)
  case float(Double)
  case boolean(Bool)
  case array([TOMLNode])
  case table([String: TOMLNode])

  var kind: TOMLKind {
    switch self {
    case .string: .string
    case .integer: .integer
    case .float: .float
    case .boolean: .boolean
    case .array: .array
    case .table: .table
    }
  }

  var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  var array: [TOMLNode]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  var boolean: Bool? {
    if case .boolean(let truth) = self { truth } else { nil }
  }

  func integer(in range: ClosedRange<Int>) -> Int? {
    if case .integer(let number) = self, range.contains(number) { number } else { nil }
  }

  /// A whole or a decimal number within the range, which NaN never is; −0 becomes 0.
  func number(in range: ClosedRange<Double>) -> Double? {
    let number: Double
    switch self {
    case .integer(let value): number = Double(value)
    case .float(let value): number = value + 0
    default: return nil
    }
    return range.contains(number) ? number : nil
  }

  var description: String {
    switch self {
    case .string(let text): Self.quoted(text)
    case .integer(let number): "\(number)"
    case .float(let number): "\(number)"
    case .boolean(let truth): "\(truth)"
    case .array(let elements): "[" + elements.map(\.description).joined(separator: ", ") + "]"
    case .table(let entries): "{" + Self.inline(entries) + "}"
    }
  }

  /// The description, cut where it would not fit into a message.
  var excerpt: String {
    let text = description
    return text.count > 80 ? text.prefix(79) + "…" : text
  }

  private static func inline(_ entries: [String: TOMLNode]) -> String {
    let assignments = entries.sorted { $0.key < $1.key }.map { "\(quoted($0.key)) = \($0.value)" }
    return assignments.joined(separator: ", ")
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case _ where scalar.properties.generalCategory == .control:
        "\\u" + String(format: "%04X", scalar.value)
      default: String(scalar)
      }
    }
    return "\"" + escaped.joined() + "\""
  }
}

/// The types of TOML without its dates and times, which no setting takes.
public enum TOMLKind: String, Hashable, Sendable {
  case string, integer, float, boolean, array, table
}

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
