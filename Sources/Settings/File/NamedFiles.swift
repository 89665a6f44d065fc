import Foundation

/// Files of one kind that users know by name, each `NAME.toml`: controllers' maps, presets, plans.
struct NamedFiles: Hashable, Sendable {
  static let fileExtension = ".toml"

  /// The folders, of which the first with a file of that name wins: the user's own, those of the
  /// site, those that come with Peach.
  private(set) var folders: [String]

  /// - Parameter sites: the most important one first.
  init(own: String, sites: [String] = [], shipped: [URL]) {
    folders = [own] + sites + shipped.map(\.path)
  }

  /// The names of all files, sorted.
  var names: [String] {
    let files = folders.flatMap { folder in
      (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }
    let names = files.filter { $0.hasSuffix(Self.fileExtension) && !$0.hasPrefix(".") }
      .map { String($0.dropLast(Self.fileExtension.count)) }
    return Set(names).sorted()
  }

  /// The path of the first file of that name; `nil` if there is none.
  func path(of name: String) -> String? {
    folders.map { "\($0)/\(name)\(Self.fileExtension)" }
      .first { FileManager.default.fileExists(atPath: $0) }
  }

  /// Adds a folder that is searched first.
  func preferring(_ folder: String) -> NamedFiles {
    var files = self
    files.folders.insert(folder, at: 0)
    return files
  }

  /// Reads the first file of that name; `nil` if there is none. Throws the errors of a settings
  /// file.
  func read(
    _ name: String
  ) throws(SettingsError) -> (image: FileImage, contents: SettingsContents)? {
    for folder in folders {
      let path = "\(folder)/\(name)\(Self.fileExtension)"
      guard let image = try FileImage(path: path) else { continue }
      let contents = SettingsContents(try SettingsDocument(image.bytes, path: path), path: path)
      if let problem = contents.problems.first { throw problem }
      return (image, contents)
    }
    return nil
  }
}

/// Settings that suit an instrument. A preset is a file with the format of the settings file.
public struct Preset: Hashable, Sendable {
  /// The name of its file without `.toml`: `strings`, `strings-cello`.
  public let name: String
  public let path: String

  /// The values in the order of the table, with those of the more general preset. Paths are
  /// absolute.
  public let values: [SettingValue]

  /// The name of the more general preset, whose values a preset of this name has too: `strings` for
  /// `strings-cello`; `nil` for a name of one part.
  public static func general(of name: String) -> String? {
    name.lastIndex(of: "-").map { String(name[..<$0]) }
  }
}

extension SettingsFile {
  /// The names of all presets, sorted.
  public var presetNames: [String] { location.presets.names }

  /// The folder of the user's own presets, whether it exists or not.
  public var ownPresets: String { location.presets.folders[0] }

  /// Reads a preset. Throws ``SettingsError/missingPreset(name:known:)`` and the errors of a
  /// settings file.
  public func preset(_ name: String) throws(SettingsError) -> Preset {
    let known = presetNames
    guard known.contains(name), let (_, contents) = try location.presets.read(name) else {
      throw .missingPreset(name: name, known: known)
    }
    var values: [SettingKey: SettingValue] = [:]
    if let general = Preset.general(of: name), known.contains(general) {
      for value in try preset(general).values { values[value.key] = value }
    }
    for (key, entry) in contents.entries {
      values[key] = entry.value.anchored(in: contents.path.parentDirectory)
    }
    return Preset(
      name: name, path: contents.path, values: SettingKey.allCases.compactMap { values[$0] })
  }
}

/// The name of a controller's map: the name of its file without `.toml`; empty for no map.
public struct ControllerName: Hashable, Sendable {
  public let text: String

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

/// A controller's map when it was read.
struct ControllerMap: Sendable {
  let entries: [SettingKey: SettingsContents.Entry]
  let image: FileImage

  /// Reads a map. Throws ``SettingsError/missingController(_:name:known:)``,
  /// ``SettingsError/notInController(_:key:)``, and the errors of a settings file.
  ///
  /// - Parameter place: where the name was read, for the error.
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
    entries = contents.entries
    self.image = image
  }
}
