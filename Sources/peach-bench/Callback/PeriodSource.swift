/// Something that renders periods and is measured.
protocol PeriodSource: AnyObject {
  /// What it renders, for the table.
  var name: String { get }

  /// What is timed: one period.
  func renderPeriod()

  /// What happens outside the callback before the next period, and is not timed.
  func prepareNextPeriod() async throws
}
