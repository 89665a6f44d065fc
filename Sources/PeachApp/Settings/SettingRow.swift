/// A setting as it is listed.
struct SettingRow: Codable, Hashable {
  let name: String
  let value: String
  let defaultValue: String
  /// Where the value comes from: `default`, `controller` (its map), `file` or `option`.
  let source: String
  let allowed: String
  let meaning: String

  init(
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
