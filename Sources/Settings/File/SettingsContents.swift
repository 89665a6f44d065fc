/// What a settings file sets, and what is wrong with it.
struct SettingsContents: Sendable {
  /// A valid value and the line on which it stands.
  struct Entry: Hashable, Sendable {
    let value: SettingValue
    let line: Int
  }

  let path: String
  private(set) var entries: [SettingKey: Entry] = [:]

  /// In the order of their lines. Whether the values fit together, ``SettingsLayers`` knows.
  private(set) var problems: [SettingsError] = []

  /// The contents of a file that is not there.
  init(path: String) { self.path = path }

  init(_ document: SettingsDocument, path: String) {
    self.path = path
    var problems: [(line: Int, error: SettingsError)] = []
    for (name, node) in document.root {
      let line = document.line(of: name) ?? 1
      let place = SettingPlace.file(path: path, line: line)
      guard let key = SettingKey(rawValue: name) else {
        problems.append((line, .unknownKey(place, name: name)))
        continue
      }
      if let value = SettingValue(key, node: node) {
        entries[key] = Entry(value: value, line: line)
      } else if key.kind.matches(node) {
        problems.append((line, .badValue(place, key: key, value: node.excerpt)))
      } else {
        problems.append(
          (line, .wrongType(place, key: key, value: node.excerpt, found: node.kind)))
      }
    }
    self.problems = problems.sorted { $0.line < $1.line }.map(\.error)
  }

  /// The same with a value that is to come, on no line yet.
  func setting(_ value: SettingValue) -> SettingsContents {
    var contents = self
    contents.entries[value.key] = Entry(value: value, line: .max)
    return contents
  }
}
