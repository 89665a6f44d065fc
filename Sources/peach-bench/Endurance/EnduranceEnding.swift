/// How a training is brought to its end.
nonisolated enum EnduranceEnding: String {
  case quit, endOfInput

  /// Whether a process ended so, and well.
  func isRight(reason: String?, status: Int32) -> Bool { reason == rawValue && status == 0 }
}
