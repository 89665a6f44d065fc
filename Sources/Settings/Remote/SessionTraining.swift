/// What Peach trains where a session manager has started it without a terminal.
public enum SessionTraining: String, CaseIterable, Hashable, Sendable {
  case comparison, matching
}
