/// A setting as it is listed.
public struct SettingRow: Codable, Hashable {
  public let name: String
  public let value: String
  public let defaultValue: String
  /// Where the value comes from: `default`, `controller` (its map), `file` or `option`.
  public let source: String
  public let allowed: String
  public let meaning: String

  public init(
    name: String, value: String, defaultValue: String, source: String, allowed: String,
    meaning: String
  ) {
    self.name = name
    self.value = value
    self.defaultValue = defaultValue
    self.source = source
    self.allowed = allowed
    self.meaning = meaning
  }
}
