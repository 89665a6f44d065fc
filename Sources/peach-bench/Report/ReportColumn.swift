/// A column of a report.
struct ReportColumn: Hashable {
  /// The figure's name in JSON.
  let key: String

  /// What stands above it in the table, its unit included.
  let heading: String
}
