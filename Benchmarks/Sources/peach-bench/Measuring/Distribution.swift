/// Many measurements of one quantity. The unit is that of the recorded values, usually nanoseconds.
///
/// Recording may allocate. A process callback writes to a preallocated buffer instead, which is read
/// afterwards.
nonisolated struct Distribution {
  private var values: [UInt64] = []

  mutating func record(_ value: UInt64) { values.append(value) }

  var count: Int { values.count }
  var mean: Double { values.reduce(0) { $0 + Double($1) } / Double(Swift.max(count, 1)) }
  var median: UInt64 { value(atPercentile: 50) }
  var min: UInt64 { values.min() ?? 0 }
  var max: UInt64 { values.max() ?? 0 }

  /// The smallest recorded value that at least `percentile` percent of the values do not exceed (nearest
  /// rank); 0 if there is none. It sorts the values, so it costs O(n log n).
  ///
  /// - Parameter percentile: 0…100.
  func value(atPercentile percentile: Double) -> UInt64 {
    guard !values.isEmpty else { return 0 }
    let rank = Int((percentile * Double(count) / 100).rounded(.up))
    return values.sorted()[Swift.min(Swift.max(rank, 1), count) - 1]
  }
}

// MARK: - In reports

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

  /// The cost of a period, from nanoseconds.
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

  /// The duration of something slow, from nanoseconds.
  var secondsFigures: [ReportValue] {
    [.number(Double(count))] + [min, median, max].map { .number(Double($0) / 1e9, decimals: 3) }
  }
}
