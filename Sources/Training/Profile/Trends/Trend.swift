/// Where a training is heading. Smaller differences and errors are better.
public nonisolated enum Trend: String, CaseIterable, Sendable {
  case improving
  case stable
  case declining
}
