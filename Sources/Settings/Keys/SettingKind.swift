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

  /// An array of files and folders; on the command line they stand between colons.
  case paths

  /// What stands between the elements on the command line; `nil` for what is no list.
  var separator: Character? {
    switch self {
    case .list: ","
    case .paths: ":"
    case .wholeNumber, .number, .name, .truth: nil
    }
  }
}
