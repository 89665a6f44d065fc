import Foundation

/// Files of one kind that users know by name, each `NAME.toml`: the maps of controllers, the presets.
struct NamedFiles: Hashable, Sendable {
  private static let fileExtension = ".toml"

  /// The folders to look in. The user's own comes first, then those of the site; they win over the files
  /// that come with Peach.
  let folders: [String]

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
