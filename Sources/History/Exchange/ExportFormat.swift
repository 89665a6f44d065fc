/// What an export writes.
public enum ExportFormat: Hashable, Sendable {
  /// A table with every field.
  case csv
  /// A JSON object a line.
  case jsonLines
  /// The app's table in its newest version.
  case app
}
