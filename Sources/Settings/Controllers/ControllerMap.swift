/// What a controller's map sets, as it was when it was read.
struct ControllerMap: Sendable {
  let path: String
  let entries: [SettingKey: SettingsContents.Entry]

  private let image: FileImage

  /// Reads the map of that name; `place` is where it was named, for the error.
  ///
  /// Throws ``SettingsError/missingController(_:name:known:)``,
  /// ``SettingsError/notInController(_:key:)``, and what else a settings file can be blamed for.
  init(
    _ name: ControllerName, in location: ControllerLocation, namedAt place: SettingPlace
  ) throws(SettingsError) {
    for path in location.paths(of: name) {
      guard let image = try FileImage(path: path) else { continue }
      self.path = path
      self.image = image
      entries = try Self.entries(of: image, path: path)
      return
    }
    throw .missingController(place, name: name.text, known: location.names)
  }

  /// Whether the file still says what it said; at most one system call where nobody has touched it.
  var isUnchanged: Bool {
    image.isSurelySame(asFileAt: path) || (try? FileImage(path: path))?.bytes == image.bytes
  }

  private static func entries(
    of image: FileImage, path: String
  ) throws(SettingsError) -> [SettingKey: SettingsContents.Entry] {
    let contents = SettingsContents(try SettingsDocument(image.bytes, path: path), path: path)
    if let problem = contents.problems.first { throw problem }
    for (key, entry) in contents.entries.sorted(by: { $0.value.line < $1.value.line })
    where !key.isOfController {
      throw .notInController(.file(path: path, line: entry.line), key: key)
    }
    return contents.entries
  }
}
