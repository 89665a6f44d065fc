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
