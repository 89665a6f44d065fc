/// Where a name or a value was read.
public enum SettingPlace: Hashable, Sendable {
  /// A line of the settings file; the first is 1.
  case file(path: String, line: Int)

  /// An option of this run, such as `--note-duration 0.3`.
  case option

  /// What was given to `peach settings`.
  case argument
}
