internal import GRDB

/// A record with a table of its own, whose columns bear the names of its properties.
protocol StoredRecord: TrainingRecord, PersistableRecord {
  /// The names of the columns that hold what came of the challenge.
  static var resultColumns: (first: String, second: String) { get }

  /// Throws ``UnreadableRecord`` for a row that is no record.
  init(_ row: RecordRow) throws(UnreadableRecord)
}
