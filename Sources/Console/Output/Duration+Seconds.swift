extension Duration {
  /// The same in seconds.
  nonisolated var inSeconds: Double { self / .seconds(1) }
}
