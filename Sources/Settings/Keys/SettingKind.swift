/// The sorts of values that settings take.
public enum SettingKind: Hashable, Sendable {
  case wholeNumber

  /// A number with or without decimals.
  case number

  /// A string.
  case name

  /// Yes or no: `true` or `false`.
  case truth

  /// An array of strings; on the command line they stand between commas.
  case list
}
