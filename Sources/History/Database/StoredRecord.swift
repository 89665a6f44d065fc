internal import GRDB

/// A record with a table of its own, whose columns bear the names of its properties.
protocol StoredRecord: TrainingRecord, FetchableRecord, PersistableRecord {}
