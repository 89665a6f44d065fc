import Foundation

/// Files of one kind that users know by name, each `NAME.toml`: the maps of controllers, the presets,
/// the plans.
struct NamedFiles: Hashable, Sendable {
  static let fileExtension = ".toml"

  /// The folders to look in. The user's own comes first, then those of the site; they win over the files
  /// that come with Peach.
  private(set) var folders: [String]

  /// - Parameters:
  ///   - own: the folder of the user's own files.
  ///   - sites: the folders of the site's files, the most important one first.
  ///   - shipped: the folders of the files that come with Peach.
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

  /// The same with a folder before the others.
  func preferring(_ folder: String) -> NamedFiles {
    var files = self
    files.folders.insert(folder, at: 0)
    return files
  }

  /// Reads the first file of that name; `nil` if there is none. Throws the errors of a settings file.
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
