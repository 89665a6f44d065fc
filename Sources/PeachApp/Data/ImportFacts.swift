/// What an import or a merge did, as it is shown.
public struct ImportFacts {
  /// What became of the rows of one training.
  public struct Counts: Hashable {
    public let new: Int
    public let present: Int
    public let identified: Int
    public let conflicts: Int

    public init(new: Int, present: Int, identified: Int, conflicts: Int) {
      self.new = new
      self.present = present
      self.identified = identified
      self.conflicts = conflicts
    }
  }

  /// A row that is no record, and why.
  public struct BadRow: Hashable {
    public let line: Int
    public let reason: String

    public init(line: Int, reason: String) {
      self.line = line
      self.reason = reason
    }
  }

  public let path: String
  public let comparison: Counts
  public let matching: Counts

  /// Rows of trainings that Peach does not have, by name.
  public let otherTrainings: [String: Int]

  /// The first of the rows that are no records, and how many there are in all.
  public let badRows: [BadRow]
  public let badRowCount: Int

  public init(
    path: String, comparison: Counts, matching: Counts, otherTrainings: [String: Int],
    badRows: [BadRow], badRowCount: Int
  ) {
    self.path = path
    self.comparison = comparison
    self.matching = matching
    self.otherTrainings = otherTrainings
    self.badRows = badRows
    self.badRowCount = badRowCount
  }
}
