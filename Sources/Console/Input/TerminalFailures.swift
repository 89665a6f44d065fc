/// Tells a terminal that has gone from one that cannot be read in the background. Either makes a read fail, and
/// the process may come to the foreground between the failure and the question where it is. So what fails in the
/// foreground is the end only if it fails there again.
nonisolated struct TerminalFailures {
  private var hasFailedInForeground = false

  /// A read has failed, or has found nothing. Returns whether nothing will come any more.
  ///
  /// - Parameter inBackground: whether the process is in the background now.
  mutating func isEnd(inBackground: Bool) -> Bool {
    defer { hasFailedInForeground = !inBackground }
    return hasFailedInForeground && !inBackground
  }
}
