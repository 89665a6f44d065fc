import Foundation

/// A clock of clock_gettime(2), in nanoseconds.
nonisolated struct Clock {
  private let id: clockid_t

  static var wall: Clock { Clock(id: CLOCK_MONOTONIC) }

  /// The processor time of the calling thread: the cost of the code itself, whatever else ran meanwhile.
  static var thread: Clock { Clock(id: CLOCK_THREAD_CPUTIME_ID) }

  func now() -> UInt64 {
    var time = timespec()
    clock_gettime(id, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// The nanoseconds since `earlier`; 0 if that is later.
  func since(_ earlier: UInt64) -> Double { Double(max(now(), earlier) - earlier) }

  /// The duration of `body` in nanoseconds.
  func time(_ body: () throws -> Void) rethrows -> Double {
    let begin = now()
    try body()
    return since(begin)
  }

  /// The cost of reading the clock, in nanoseconds: the median of many pairs of readings. (It is a system
  /// call and costs as much as a tenth of a short period.)
  var cost: Double { Distribution((0..<20_000).map { _ in time {} }).median }
}

/// Many measurements of one quantity, usually in nanoseconds.
///
/// Recording may allocate. A process callback writes to a preallocated buffer instead, which is read
/// afterwards.
nonisolated struct Distribution {
  private(set) var values: [Double]

  init(_ values: [Double] = []) { self.values = values }

  mutating func record(_ value: Double) { values.append(value) }

  var count: Int { values.count }
  var mean: Double { values.reduce(0, +) / Double(count) }
  var median: Double { value(atPercentile: 50) }
  var min: Double { values.min() ?? .nan }
  var max: Double { values.max() ?? .nan }

  /// The smallest recorded value that at least `percentile` percent of the values do not exceed (nearest
  /// rank); not a number if there is none. It sorts the values, so it costs O(n log n).
  ///
  /// - Parameter percentile: 0…100.
  func value(atPercentile percentile: Double) -> Double {
    guard !values.isEmpty else { return .nan }
    let rank = Int((percentile * Double(count) / 100).rounded(.up))
    return values.sorted()[Swift.min(Swift.max(rank, 1), count) - 1]
  }
}

// MARK: - In reports

extension Distribution {
  /// The columns of ``periodFigures(periodSeconds:)``.
  static let periodColumns: [Report.Column] = [
    .init("meanMicroseconds", "mean us", 2), .init("medianMicroseconds", "median us", 2),
    .init("p99Microseconds", "99 % us", 2), .init("p999Microseconds", "99.9 % us", 2),
    .init("maxMicroseconds", "max us", 2), .init("p999PercentOfPeriod", "99.9 % of period", 2),
  ]

  /// The cost of a period, from nanoseconds.
  func periodFigures(periodSeconds: Double) -> [(any ReportValue)?] {
    let p999 = value(atPercentile: 99.9)
    return [mean, median, value(atPercentile: 99), p999, max].map { $0 / 1000 }
      + [p999 / 1e7 / periodSeconds]
  }

  /// The columns of ``secondsFigures``.
  static let secondsColumns: [Report.Column] = [
    "tries", .init("minSeconds", "min s", 3), .init("medianSeconds", "median s", 3),
    .init("maxSeconds", "max s", 3),
  ]

  /// The duration of something slow, from nanoseconds.
  var secondsFigures: [(any ReportValue)?] {
    [count, min / 1e9, median / 1e9, max / 1e9]
  }
}
