/// What came of one training.
nonisolated struct EnduranceResult {
  /// The command: `compare` or `match`.
  let training: String
  let minutes: Double
  let ledger: TrainingLedger
  let disturbances: DisturbanceCounts
  let diagnostics: DiagnosticText
  let memory: [MemoryTrend.Sample]
  let history: HistoryComparison
  let isEndingRight: Bool
}
