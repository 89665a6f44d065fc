/// Which layer a setting's value comes from; a later case hides the earlier ones.
public enum SettingSource: Hashable, Sendable {
  case `default`

  /// The map of the controller that the settings name.
  case controller

  /// The settings file; the first line is 1.
  case file(line: Int)

  /// An option of this run.
  case option
}
