/// The differences or errors of one training in order of time, and whether their later half is
/// better than their earlier one.
///
/// Eight bytes for each record; every question is answered in O(1).
public nonisolated struct TrendSeries: Equatable, Sendable {
  /// Fewer records say nothing.
  public static let minimumCount = 20

  /// A smaller change, as a share of the earlier mean, is none.
  public static let threshold = 0.05

  /// The sums of the first 0, 1, 2, … values.
  private var sums = [0.0]

  public init() {}

  public var count: Int { sums.count - 1 }

  /// The change from the earlier half's mean to the later half's as a share of the earlier one,
  /// negative where it fell; `nil` below 20 records. Of an odd number the later half has one more.
  public var change: Double? {
    guard count >= Self.minimumCount else { return nil }
    let half = count / 2
    let earlier = sums[half] / Double(half)
    let later = (sums[count] - sums[half]) / Double(count - half)
    if later == earlier { return 0 }
    return (later - earlier) / earlier
  }

  /// `nil` below 20 records.
  public var trend: Trend? {
    guard let change else { return nil }
    if change < -Self.threshold { return .improving }
    return change > Self.threshold ? .declining : .stable
  }

  /// Adds the magnitude of a difference or an error, in cents.
  public mutating func add(_ magnitude: Double) { sums.append(sums[count] + magnitude) }
}
