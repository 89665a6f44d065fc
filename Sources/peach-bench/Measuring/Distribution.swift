import Histogram

/// How large something was, many times: an HdrHistogram, exact to three digits. The unit is that of
/// whoever records, nanoseconds mostly.
nonisolated struct Distribution {
  private var histogram = Histogram<UInt64>(
    lowestDiscernibleValue: 1, highestTrackableValue: 100_000_000_000)

  /// What exceeds 10¹¹ (a hundred seconds) counts as that.
  mutating func record(_ value: UInt64) {
    histogram.record(Swift.min(value, histogram.highestTrackableValue))
  }

  var count: UInt64 { histogram.totalCount }
  var mean: Double { histogram.mean }
  var median: UInt64 { histogram.median }
  var min: UInt64 { histogram.min }
  var max: UInt64 { histogram.maxRecorded }

  /// - Parameter percentile: 0…100.
  func value(atPercentile percentile: Double) -> UInt64 {
    histogram.valueAtPercentile(percentile)
  }
}
