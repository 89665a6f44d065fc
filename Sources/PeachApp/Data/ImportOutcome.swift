/// How an import or a merge ended.
enum ImportOutcome: Hashable {
  case joined
  /// The history was replaced; `backup` holds what it was, `nil` where it was empty.
  case replaced(backup: String?)
  /// Nothing was changed, as that was only to be looked at; `isRefused` where an import would not
  /// take the file.
  case previewed(isRefused: Bool)
  /// Nothing was changed, as some rows are no records.
  case refused
}
