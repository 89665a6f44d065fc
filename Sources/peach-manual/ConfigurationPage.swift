import Settings

/// The part of peach-config(5) that the settings themselves are the source of.
enum ConfigurationPage {
  static var parts: [String: String] {
    [
      "settings": section(SettingKey.allCases.filter { !$0.isOfController }),
      "controls": section(SettingKey.allCases.filter(\.isOfController)),
    ]
  }

  private static func section(_ keys: [SettingKey]) -> String {
    keys.map { key in
      let value = key.defaultValue.toml
      return Roff.item(
        "\(Roff.bold(key.name)) = \(Roff.text(value))",
        """
        \(Roff.text(key.meaning))
        Allowed: \(Roff.text(key.allowed)).
        Option: \(Roff.bold(key.optionName)).
        """)
    }.joined(separator: "\n")
  }
}
