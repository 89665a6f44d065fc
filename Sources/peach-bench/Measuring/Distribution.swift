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

extension Distribution {
  /// The columns of ``periodFigures(periodSeconds:)``.
  static let periodColumns = [
    ReportColumn(key: "meanMicroseconds", heading: "mean us"),
    ReportColumn(key: "medianMicroseconds", heading: "median us"),
    ReportColumn(key: "p99Microseconds", heading: "99 % us"),
    ReportColumn(key: "p999Microseconds", heading: "99.9 % us"),
    ReportColumn(key: "maxMicroseconds", heading: "max us"),
    ReportColumn(key: "p999PercentOfPeriod", heading: "99.9 % of period"),
  ]

  /// What a period cost, from nanoseconds.
  func periodFigures(periodSeconds: Double) -> [ReportValue] {
    let p999 = Double(value(atPercentile: 99.9))
    let nanoseconds =
      [mean, Double(median), Double(value(atPercentile: 99)), p999, Double(max)]
    return nanoseconds.map { .number($0 / 1000, decimals: 2) }
      + [.number(p999 / 1e9 / periodSeconds * 100, decimals: 2)]
  }

  /// The columns of ``secondsFigures``.
  static let secondsColumns = [
    ReportColumn(key: "tries", heading: "tries"),
    ReportColumn(key: "minSeconds", heading: "min s"),
    ReportColumn(key: "medianSeconds", heading: "median s"),
    ReportColumn(key: "maxSeconds", heading: "max s"),
  ]

  /// What takes a while, from nanoseconds.
  var secondsFigures: [ReportValue] {
    [.number(Double(count))] + [min, median, max].map { .number(Double($0) / 1e9, decimals: 3) }
  }
}
