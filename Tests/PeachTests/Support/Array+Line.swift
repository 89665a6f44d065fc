extension [String] {
  /// A line, counted from 0; empty where there is none, so that a test fails and does not end the others.
  func line(_ index: Int) -> String { indices.contains(index) ? self[index] : "" }
}
