import History

extension ImportFacts {
  init(_ summary: ImportSummary, path: String) {
    self.init(
      path: path, comparison: Counts(summary.comparison), matching: Counts(summary.matching),
      otherTrainings: summary.otherTrainings,
      badRows: summary.faults.map { BadRow(line: $0.line, reason: $0.fault.words) },
      badRowCount: summary.faultCount)
  }
}

extension ImportFacts.Counts {
  fileprivate init(_ counts: TrainingCounts) {
    self.init(
      new: counts.new, present: counts.present, identified: counts.identified,
      conflicts: counts.conflicts)
  }
}

extension TransferProgress.Step {
  /// What is being done, for the user.
  var words: String {
    switch self {
    case .reading: TransferText.reading
    case .comparing: TransferText.comparing
    case .storing: TransferText.storing
    case .writing: TransferText.writing
    }
  }
}
