/// What a check of the history found.
public struct HistoryReport: Hashable, Sendable {
  public let counts: RecordCounts

  /// The version of the schema.
  public let version: Int

  /// Sizes in bytes.
  public let fileSize: Int
  public let logSize: Int
  public let freeSpace: Int
  public let findings: [HistoryFinding]
}
