import Files

/// Where a name or a value was read.
public enum SettingPlace: Hashable, Sendable {
  /// A line of the settings file; the first is 1.
  case file(path: String, line: Int)

  /// An option of this run, such as `--note-duration 0.3`.
  case option

  /// What was given to `peach settings`.
  case argument
}

extension SettingPlace {
  /// The folder from which relative paths count that are given here; `nil` for the working directory.
  var folder: String? {
    guard case .file(let path, _) = self else { return nil }
    let folder = path.parentDirectory
    return folder.isEmpty ? "." : folder
  }
}
