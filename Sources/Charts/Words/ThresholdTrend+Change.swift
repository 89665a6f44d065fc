import Foundation
import Training

/// The time of a trend and the change in it, as every surface tells it.
extension ThresholdTrend {
  /// The numbers of the first and the last local day (``LocalDays``).
  var firstDay: Int { Int(days.first?.day.rounded() ?? 0) }
  var lastDay: Int { Int(days.last?.day.rounded() ?? 0) }

  /// The change of the threshold from the first day to the last as a share of it, with the interval
  /// that contains the true change with a probability of 90 %; −0.3: 30 % finer.
  var change: (value: Double, low: Double, high: Double) {
    let months = ((days.last?.day ?? 0) - (days.first?.day ?? 0)) / 30
    let monthly = monthlyChange
    func whole(_ change: Double) -> Double { expm1(months * log1p(change)) }
    return (whole(monthly.value), whole(monthly.low), whole(monthly.high))
  }

  /// Whether the size of the change may be told, by the same measure as a threshold. That of a change
  /// beyond tenfold is not: a single day of guesses may give any value.
  var isSizeKnown: Bool {
    let (_, low, high) = change
    return high < Self.largestChange && FigureState.isNarrow(low: 1 + low, high: 1 + high)
  }

  private static var largestChange: Double { 10 }
}
