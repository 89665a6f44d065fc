import Settings

/// The part of peach-config(5) that the settings themselves are the source of.
enum ConfigurationPage {
  /// What `peach settings list --json` says of a setting.
  struct Row: Decodable {
    let name: String
    let meaning: String
    let allowed: String
  }

  static func parts(_ rows: [Row]) -> [String: String] {
    let rows = Dictionary(uniqueKeysWithValues: rows.map { ($0.name, $0) })
    return [
      "settings": section(SettingKey.allCases.filter { !$0.isOfController }, rows),
      "controls": section(SettingKey.allCases.filter(\.isOfController), rows),
    ]
  }

  private static func section(_ keys: [SettingKey], _ rows: [String: Row]) -> String {
    keys.compactMap { key in
      guard let row = rows[key.name] else { return nil }
      let value = key.defaultValue.toml
      return Roff.item(
        "\(Roff.bold(key.name)) = \(Roff.text(value))",
        """
        \(Roff.text(row.meaning))
        Allowed: \(Roff.text(row.allowed)).
        Option: \(Roff.bold(key.optionName)).
        """)
    }.joined(separator: "\n")
  }
}
