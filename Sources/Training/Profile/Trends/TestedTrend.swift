/// Where a training is heading, as far as there is evidence.
public nonisolated enum TestedTrend: String, CaseIterable, Sendable {
  case improving
  case declining
  case noClearChange
}
