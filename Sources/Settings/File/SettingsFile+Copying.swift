import Files

extension SettingsFile {
  /// Makes the file with what another one sets, where it is not there yet. Paths in it become absolute;
  /// comments stay behind.
  ///
  /// Throws, and makes nothing, where the other one is not good.
  public func createIfMissing(from other: SettingsFile) throws(SettingsError) {
    guard try FileImage(path: path) == nil else { return }
    let contents = try other.contents(of: try other.image())
    if let problem = contents.problems.first { throw problem }
    let lines = SettingKey.allCases.compactMap { key in
      contents.entries[key].map {
        "\(key.name) = \($0.value.anchored(in: other.path.parentDirectory).toml)\n"
      }
    }
    do throws(FileFault) {
      try createFolder(try followingLinks(path).parentDirectory)
      try replaceAtomically(path, with: Array((Self.header + lines.joined()).utf8), .edited)
    } catch {
      throw SettingsError(error)
    }
  }
}
