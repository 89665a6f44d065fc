import Foundation
import Language

/// The list of settings.
enum SettingsText {
  /// A paragraph for each setting.
  static func table(_ rows: [SettingRow]) -> String {
    let width = rows.map(\.name.count).max() ?? 0
    return rows.map { row in
      let name = row.name.padding(toLength: width, withPad: " ", startingAt: 0)
      let indent = String(repeating: " ", count: width + 2)
      return """
        \(name)  \(row.value)  \(origin(of: row))
        \(indent)\(row.meaning)
        \(indent)\(allowed(row))

        """
    }.joined()
  }

  static func allowed(_ row: SettingRow) -> String { localized("Allowed: %@", row.allowed) }

  static func origin(of row: SettingRow) -> String {
    let value =
      row.defaultValue.isEmpty ? localized(context: "value of a setting", "none") : row.defaultValue
    return switch row.source {
    case "default": localized("(default)")
    case "controller": localized("(from the controller; default %@)", value)
    case "option": localized("(from the option; default %@)", value)
    default: localized("(from the file; default %@)", value)
    }
  }

  /// One JSON array.
  static func json(_ rows: [SettingRow]) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(rows) else { return "[]\n" }
    return String(decoding: data, as: UTF8.self) + "\n"
  }
}
