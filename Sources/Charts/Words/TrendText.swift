import Language
import Training

/// The direction in which a training is heading, as the user reads it.
public enum TrendText {
  /// The later half against the earlier one.
  static func halves(_ series: TrendSeries) -> String {
    guard let trend = series.trend, let share = series.change else {
      return tooFew(TrendSeries.minimumCount)
    }
    let change = percent(share)
    return switch trend {
    case .improving: localized("%@ (improving)", change)
    case .declining: localized("%@ (declining)", change)
    case .stable: localized("%@ (stable)", change)
    }
  }

  /// A tested change of a share.
  static func share(_ change: TestedChange?) -> String {
    tested(change) { percent($0) }
  }

  /// A tested change in cents.
  static func cents(_ change: TestedChange?) -> String {
    tested(change) { localized("%@ cents", NumberText.fixed($0, places: 1, isSigned: true)) }
  }

  /// The verdict alone.
  public static func word(_ trend: TestedTrend) -> String {
    switch trend {
    case .improving: localized(context: "trend", "improving")
    case .declining: localized(context: "trend", "declining")
    case .noClearChange: localized(context: "trend", "no clear change")
    }
  }

  private static func tested(_ change: TestedChange?, _ amount: (Double) -> String) -> String {
    guard let change else { return tooFew(TestedChange.minimumTrials) }
    let size = localized(
      "%@ in 1000 trials (90 %%: %@ to %@)", amount(change.change), amount(change.low),
      amount(change.high))
    return switch change.trend {
    case .improving: localized("improving, %@", size)
    case .declining: localized("declining, %@", size)
    case .noClearChange: localized("no clear change: %@", size)
    }
  }

  private static func tooFew(_ minimum: Int) -> String {
    localized("too few results yet (it takes %d)", minimum)
  }

  /// Beyond tenfold, the figure is not worth reading: a few trials may give any value.
  static func percent(_ share: Double) -> String {
    share < 10
      ? localized("%@ %%", NumberText.fixed(share * 100, places: 0, isSigned: true))
      : localized("over +1000 %%")
  }
}

// MARK: Trends in sentences that a musician understands.

extension TrendText {
  /// Fewer trials can show whether something has changed, but not how much it would change in 1000.
  private static let fewestForSize = 1000

  /// Whether hearing became finer.
  static func sentence(ofThresholds change: TestedChange?) -> String {
    guard let change else {
      return localized("There are not enough comparisons for a trend yet; it takes %d.", minimum)
    }
    let verdict =
      switch change.trend {
      case .improving:
        localized("Over your last %d comparisons, your hearing became finer.", change.trials)
      case .declining:
        localized("Over your last %d comparisons, your hearing became coarser.", change.trials)
      case .noClearChange:
        localized(
          "Over your last %d comparisons, your hearing shows no clear change.", change.trials)
      }
    guard change.trials >= fewestForSize else { return verdict }
    return verdict + " "
      + localized(
        "Thresholds: %@ in 1000 (90 %%: %@ to %@).", percent(change.change), percent(change.low),
        percent(change.high))
  }

  /// Whether pitches have come closer together, and closer to the true pitch.
  static func sentences(ofSpread spread: TestedChange?, ofBias bias: TestedChange?) -> [String] {
    let told = [spread.map(sentence(ofSpread:)), bias.map(sentence(ofBias:))].compactMap { $0 }
    return told.isEmpty
      ? [localized("There are not enough tuned notes for a trend yet; it takes %d.", minimum)]
      : told
  }

  private static func sentence(ofSpread change: TestedChange) -> String {
    let verdict =
      switch change.trend {
      case .improving:
        localized("Over your last %d tuned notes, you became more consistent.", change.trials)
      case .declining:
        localized("Over your last %d tuned notes, you became less consistent.", change.trials)
      case .noClearChange:
        localized("Over your last %d tuned notes, the spread shows no clear change.", change.trials)
      }
    guard change.trials >= fewestForSize else { return verdict }
    return verdict + " "
      + localized(
        "Spread: %@ in 1000 (90 %%: %@ to %@).", percent(change.change), percent(change.low),
        percent(change.high))
  }

  private static func sentence(ofBias change: TestedChange) -> String {
    func cents(_ value: Double) -> String { NumberText.fixed(value, places: 1, isSigned: true) }
    let verdict =
      switch change.trend {
      case .improving: localized("On average, you came closer to the true pitch.")
      case .declining: localized("On average, you moved away from the true pitch.")
      case .noClearChange: localized("The bias shows no clear change.")
      }
    guard change.trials >= fewestForSize else { return verdict }
    return verdict + " "
      + localized(
        "Bias: %@ cents in 1000 (90 %%: %@ to %@).", cents(change.change), cents(change.low),
        cents(change.high))
  }

  private static var minimum: Int { TestedChange.minimumTrials }
}
