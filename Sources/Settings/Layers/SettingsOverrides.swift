/// What the command line's options set for this run only.
public struct SettingsOverrides: Hashable, Sendable {
  private(set) var values: [SettingKey: SettingValue] = [:]

  public init() {}

  /// Reads the texts of the options that were given. Throws
  /// ``SettingsError/badValue(_:key:value:)`` for the first that is not allowed.
  public init(_ texts: [SettingKey: String]) throws(SettingsError) {
    for key in SettingKey.allCases {
      guard let text = texts[key] else { continue }
      guard let value = SettingValue(key, text: text) else {
        throw .badValue(.option, key: key, value: text)
      }
      values[key] = value
    }
  }
}
