import CTOML
import Foundation

/// A value of a TOML file and its place. Offsets count the file's bytes.
struct TOMLEntry: Sendable {
  /// The key in the table, decoded; empty in an array.
  let key: String

  let node: TOMLNode

  /// The entries of a table, or the elements of an array, in the order of the file.
  let entries: [TOMLEntry]

  /// The line of the key or of the element of an array, from 1; that of the first mention of a
  /// table.
  let line: Int

  /// The start of the key or of the element of an array.
  let start: Int

  /// The text of the value; `nil` for a table that headers or dotted keys make, and for an array of
  /// such tables.
  let text: Range<Int>?

  /// Reads a whole file, which may begin with a byte order mark.
  ///
  /// Throws ``SettingsError/syntax(path:line:message:)``; `path` is for the message alone.
  static func entries(of bytes: [UInt8], path: String) throws(SettingsError) -> [TOMLEntry] {
    let document = bytes.withUnsafeBytes { buffer in
      toml_read(buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count)
    }
    defer { toml_free(document) }
    guard var next = document.pointee.nodes else {
      let message = document.pointee.fault.map { String(cString: $0) } ?? ""
      throw .syntax(path: path, line: Int(document.pointee.fault_line), message: message)
    }
    return TOMLEntry(&next).entries
  }

  /// Converts a node with all nodes in it, and moves `next` to the one after them.
  private init(_ next: inout UnsafePointer<toml_node>) {
    let value = next.pointee
    next += 1
    var entries: [TOMLEntry] = []
    for _ in 0..<value.count { entries.append(TOMLEntry(&next)) }
    self.entries = entries
    key = value.key.map { String(cString: $0) } ?? ""
    line = Int(value.line)
    start = Int(value.start)
    text = value.value_end > 0 ? Int(value.value_start)..<Int(value.value_end) : nil
    node =
      switch value.kind {
      case toml_string: .string(String(cString: value.string))
      case toml_integer: .integer(Int(value.integer))
      case toml_float: .float(value.number)
      case toml_boolean: .boolean(value.boolean)
      case toml_array: .array(entries.map(\.node))
      // Keys that differ in their bytes can be the same text.
      default: .table(Dictionary(entries.map { ($0.key, $0.node) }) { first, _ in first })
      }
  }
}

/// A value of a TOML file. Dates and times are left out, as no setting has one.
///
/// The description is TOML on one line, even if a string has line breaks or control characters.
indirect enum TOMLNode: Hashable, Sendable, CustomStringConvertible {
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

  /// A whole or decimal number within the range. NaN is in no range; −0 becomes 0.
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

  /// The description, shortened to fit into a message.
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

/// The types of ``TOMLNode``.
public enum TOMLKind: String, Hashable, Sendable {
  case string, integer, float, boolean, array, table
}
