extension String {
  /// Blanks before it, up to that width.
  public nonisolated func leftPadded(to width: Int) -> String {
    String(repeating: " ", count: max(width - count, 0)) + self
  }

  /// Blanks after it, up to that width; unlike `padding`, it never cuts.
  public nonisolated func rightPadded(to width: Int) -> String {
    self + String(repeating: " ", count: max(width - count, 0))
  }
}
