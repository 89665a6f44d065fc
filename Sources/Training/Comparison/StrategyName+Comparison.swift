extension StrategyName {
  /// The strategy of this name.
  public func makeStrategy() -> any NextComparisonStrategy {
    switch self {
    case .kazez: KazezNoteStrategy()
    case .adaptive: AdaptiveNoteStrategy()
    }
  }
}
