internal import GRDB

extension RecordContent {
  /// The columns of staged rows that make up a content, in the order in which ``init(_:)`` and
  /// ``canonicalTextFunction`` take them.
  static let columns = [
    "training", "referenceNote", "interval", "tuningSystem", "firstResult", "secondResult",
    "timestamp",
  ]

  /// Reads values in the order of ``columns``; `nil` for what no record holds.
  init?(_ values: [DatabaseValue]) {
    guard let number = Int.fromDatabaseValue(values[0]), let training = Training(rawValue: number),
      let referenceNote = Int.fromDatabaseValue(values[1]),
      let interval = String.fromDatabaseValue(values[2]),
      let tuningSystem = String.fromDatabaseValue(values[3]),
      let firstResult = Double.fromDatabaseValue(values[4]),
      let secondResult = Double.fromDatabaseValue(values[5]),
      let milliseconds = Int64.fromDatabaseValue(values[6])
    else { return nil }
    self.init(
      training: training, referenceNote: referenceNote, interval: interval,
      tuningSystem: tuningSystem, firstResult: firstResult, secondResult: secondResult,
      milliseconds: milliseconds)
  }

  /// ``canonicalText`` in SQL.
  static let canonicalTextFunction = DatabaseFunction(
    "canonicalText", argumentCount: columns.count, pure: true
  ) { RecordContent($0)?.canonicalText }
}

extension RecordContent.Training {
  /// The training's table.
  var table: String {
    switch self {
    case .comparison: ComparisonRecord.databaseTableName
    case .matching: PitchMatchingRecord.databaseTableName
    }
  }

  /// The columns of that table that hold what came of the challenge.
  var resultColumns: (first: String, second: String) {
    switch self {
    case .comparison: ComparisonRecord.resultColumns
    case .matching: PitchMatchingRecord.resultColumns
    }
  }

  /// The history's rows of this training in the shape of staged ones.
  var storedRows: String {
    """
    SELECT \(rawValue) AS training, referenceNote, interval, tuningSystem,
      \(resultColumns.first) AS firstResult, \(resultColumns.second) AS secondResult, timestamp,
      id, sequence
    FROM main.\(table)
    """
  }
}
