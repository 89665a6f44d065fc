/// What an import or a merge did, as it is shown.
struct ImportFacts {
  /// What became of the rows of one training.
  struct Counts: Hashable {
    let new: Int
    let present: Int
    let identified: Int
    let conflicts: Int

    init(new: Int, present: Int, identified: Int, conflicts: Int) {
      self.new = new
      self.present = present
      self.identified = identified
      self.conflicts = conflicts
    }
  }

  /// A row that is no record, and why.
  struct BadRow: Hashable {
    let line: Int
    let reason: String

    init(line: Int, reason: String) {
      self.line = line
      self.reason = reason
    }
  }

  let path: String
  let comparison: Counts
  let matching: Counts

  /// Rows of trainings that Peach does not have, by name.
  let otherTrainings: [String: Int]

  /// The first of the rows that are no records, and how many there are in all.
  let badRows: [BadRow]
  let badRowCount: Int

  init(
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
