internal import GRDB

/// How many records there are of each training.
public struct RecordCounts: Hashable, Sendable {
  public let comparisons: Int
  public let matchings: Int

  public var total: Int { comparisons + matchings }
}

extension RecordCounts {
  init(_ database: Database) throws {
    comparisons = try ComparisonRecord.fetchCount(database)
    matchings = try PitchMatchingRecord.fetchCount(database)
  }
}
