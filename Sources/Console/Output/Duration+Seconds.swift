extension Duration {
  /// The same in seconds.
  public nonisolated var inSeconds: Double { self / .seconds(1) }
}
