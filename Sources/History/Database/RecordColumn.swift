/// Where a column stands in the query that reads records.
///
/// Values are read by position: to look each one up by its name took a quarter of the time that a long
/// history takes to read.
enum RecordColumn: Int, CaseIterable {
  case sequence, id, referenceNote, targetNote, interval, tuningSystem, timestamp

  /// The two that each training has of its own: ``StoredRecord/resultColumns``.
  case firstResult, secondResult

  /// What a query selects for records of that type.
  static func selection(for record: (some StoredRecord).Type) -> String {
    allCases.map { column in
      switch column {
      case .firstResult: record.resultColumns.first
      case .secondResult: record.resultColumns.second
      default: String(describing: column)
      }
    }.joined(separator: ", ")
  }
}
