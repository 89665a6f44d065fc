import Foundation
import Language

/// A valid value together with the key that it belongs to.
public struct SettingValue: Hashable, Sendable {
  public let key: SettingKey

  /// The canonical form, which two spellings of one value share.
  private let node: TOMLNode

  init(_ row: SettingRow, _ node: TOMLNode) {
    key = row.key
    self.node = node
  }

  /// Reads the form of the command line, a number also with a decimal comma; `nil` if it is not allowed.
  public init?(_ key: SettingKey, text: String) {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    self.init(key, node: key.row.domain.node(text))
  }

  /// Reads the value of a file; `nil` if it is not allowed or of another type.
  init?(_ key: SettingKey, node: TOMLNode) {
    guard let node = key.row.normalized(node) else { return nil }
    self.key = key
    self.node = node
  }

  /// The form of the command line, which ``init(_:text:)`` reads: `1.0`, `P1,P5,M3-`.
  public var text: String {
    switch node {
    case .string(let text): text
    case .array: words.joined(separator: String(key.row.domain.kind.separator ?? ","))
    default: node.description
    }
  }

  /// The same for a list or a message in the user's language: `1,0` in German.
  public var localizedText: String {
    guard key.row.domain.kind == .number, let number else { return text }
    return NumberText.exact(number)
  }

  /// The elements of a list; empty for any other value.
  var words: [String] { (node.array ?? []).compactMap(\.string) }

  /// The form of the file: `1.0`, `["P1", "P5", "M3-"]`.
  public var toml: String { node.description }

  /// The value as a musician says it, in the user's language: `1.0 s`, `±2.5 dB`, `off`. Notes,
  /// intervals and sounds have their numbers and tags here; only other rooms know their names.
  public var inWords: String {
    let row = key.row
    if let words = row.words(for: node) { return words }
    if case .boolean(let isTrue) = node { return ValueWords.truth(isTrue) }
    guard let number else { return text }
    let unit = row.unit?.text ?? ""
    let figure = SettingNumber.text(number, step: row.domain.step)
    return unit.isEmpty ? figure : "\(figure) \(unit)"
  }

  /// The number, if this is one.
  public var number: Double? { node.number(in: -.infinity ... .infinity) }

  /// Stores the value in its place.
  func apply(to values: inout SettingValues) { key.row.apply(node, to: &values) }

  /// The value in its own type; `path` is the setting's place.
  public subscript<Value>(path: KeyPath<SettingValues, Value>) -> Value {
    var values = SettingValues()
    apply(to: &values)
    return values[keyPath: path]
  }

  /// The same with a path made independent of the folder from which it counts.
  func anchored(in folder: String) -> SettingValue {
    let row = key.row
    return SettingValue(row, row.anchored(node, in: folder))
  }
}
