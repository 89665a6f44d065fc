import Foundation

/// The list of settings.
public enum SettingsText {
  /// A paragraph for each setting.
  public static func table(_ rows: [SettingRow]) -> String {
    let width = rows.map(\.name.count).max() ?? 0
    return rows.map { row in
      let name = row.name.padding(toLength: width, withPad: " ", startingAt: 0)
      let indent = String(repeating: " ", count: width + 2)
      let origin =
        row.source == "default"
        ? "(default)" : "(from the \(row.source); default \(row.defaultValue))"
      return """
        \(name)  \(row.value)  \(origin)
        \(indent)\(row.meaning)
        \(indent)Allowed: \(row.allowed)

        """
    }.joined()
  }

  /// One JSON array.
  public static func json(_ rows: [SettingRow]) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(rows) else { return "[]\n" }
    return String(decoding: data, as: UTF8.self) + "\n"
  }
}
