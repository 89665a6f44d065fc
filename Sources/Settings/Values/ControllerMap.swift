import Foundation
import Installation

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

/// Where the maps of controllers are.
struct ControllerLocation: Hashable, Sendable {
  private static let fileExtension = ".toml"

  /// The folders to look in. The user's own comes first, then those of the site; they win over the
  /// maps that come with Peach.
  let folders: [String]

  /// - Parameters:
  ///   - own: the folder of the user's own maps.
  ///   - sites: the folders of the site's maps, the most important one first.
  init(own: String, sites: [String] = []) {
    folders = [own] + sites + ShippedFiles.controllers.map(\.path)
  }

  /// The paths at which a map may be, in the order in which Peach looks there.
  func paths(of name: ControllerName) -> [String] {
    folders.map { "\($0)/\(name.text)\(Self.fileExtension)" }
  }

  /// The names of all maps, sorted.
  var names: [String] {
    let files = folders.flatMap { folder in
      (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }
    let names = files.filter { $0.hasSuffix(Self.fileExtension) && !$0.hasPrefix(".") }
      .map { String($0.dropLast(Self.fileExtension.count)) }
    return Set(names).sorted()
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

  /// Whether the file is still the same; at most one system call if nobody has touched it.
  var isUnchanged: Bool {
    image.isSurelySame(asFileAt: path) || (try? FileImage(path: path))?.bytes == image.bytes
  }

  private static func entries(
    of image: FileImage, path: String
  ) throws(SettingsError) -> [SettingKey: SettingsContents.Entry] {
    let contents = SettingsContents(try SettingsDocument(image.bytes, path: path), path: path)
    if let problem = contents.problems.first { throw problem }
    for (key, entry) in contents.entries.sorted(by: { $0.value.line < $1.value.line })
    where !key.row.isControl {
      throw .notInController(.file(path: path, line: entry.line), key: key)
    }
    return contents.entries
  }
}
