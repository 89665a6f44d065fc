import Foundation

/// A value of a TOML file. Dates and times are left out: no setting is one.
///
/// The description is TOML on one line, even if a string holds line breaks or control characters.
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

/// The types of TOML without its dates and times, which no setting takes.
public enum TOMLKind: String, Hashable, Sendable {
  case string, integer, float, boolean, array, table
}
