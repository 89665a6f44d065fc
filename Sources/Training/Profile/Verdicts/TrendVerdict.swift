/// Whether thresholds have changed.
public nonisolated enum TrendVerdict: Hashable, Sendable {
  /// Too few answers or days.
  case tooEarly
  case noClearChange(ThresholdTrend)
  case finer(ThresholdTrend)
  case coarser(ThresholdTrend)

  /// - Parameter states: those of the figures that the trend is about. Of guesses, and beyond what is
  ///   asked, there is no trend to speak of.
  ///
  /// - Parameter level: the threshold now, if there is one that the trend is about.
  init(_ trend: ThresholdTrend?, of states: [FigureState], level: CentsEstimate?) {
    var trend = trend
    trend?.level = level?.value
    switch trend {
    case _ where !states.contains(where: \.isOfThreshold): self = .tooEarly
    case .none: self = .tooEarly
    case .some(let trend) where !trend.isClear || trend.sureChange == 0:
      self = .noClearChange(trend)
    case .some(let trend): self = trend.slope < 0 ? .finer(trend) : .coarser(trend)
    }
  }

  /// The spelling of JSON.
  public var name: String {
    switch self {
    case .tooEarly: "tooEarly"
    case .noClearChange: "noClearChange"
    case .finer: "finer"
    case .coarser: "coarser"
    }
  }

  /// `nil` if it is too early.
  public var trend: ThresholdTrend? {
    switch self {
    case .tooEarly: nil
    case .noClearChange(let trend), .finer(let trend), .coarser(let trend): trend
    }
  }
}
