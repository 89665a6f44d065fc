/// The name of a controller's map: the name of its file without `.toml`; empty for no map.
public struct ControllerName: Hashable, Sendable {
  public let text: String

  /// No map.
  static let none = ControllerName(text: "")

  private init(text: String) { self.text = text }

  /// - Returns: `nil` for a name that could lead out of the folder of maps.
  public init?(_ text: String) {
    let isPlain = text.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || "-_. +".unicodeScalars.contains(scalar)
    }
    guard isPlain, !text.hasPrefix("."), text.utf8.count <= 100 else { return nil }
    self.text = text
  }
}

/// The settings of a controller's map when it was read.
struct ControllerMap: Sendable {
  let path: String
  let entries: [SettingKey: SettingsContents.Entry]

  private let image: FileImage

  /// Reads the map of that name; `place`, where the name was read, is for the error.
  ///
  /// Throws ``SettingsError/missingController(_:name:known:)``,
  /// ``SettingsError/notInController(_:key:)``, and the errors of a settings file.
  init(
    _ name: ControllerName, in maps: NamedFiles, namedAt place: SettingOrigin
  ) throws(SettingsError) {
    guard let (image, contents) = try maps.read(name.text) else {
      throw .missingController(place, name: name.text, known: maps.names)
    }
    for (key, entry) in contents.entries.sorted(by: { $0.value.line < $1.value.line })
    where !key.row.isControl {
      throw .notInController(.file(path: contents.path, line: entry.line), key: key)
    }
    path = contents.path
    entries = contents.entries
    self.image = image
  }

  /// Whether the file is still the same; at most one system call if nobody has touched it.
  var isUnchanged: Bool {
    image.isSurelySame(asFileAt: path) || (try? FileImage(path: path))?.bytes == image.bytes
  }
}
