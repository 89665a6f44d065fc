import Foundation

/// Domains and ticks of axes of numbers: round values, few enough to be read.
enum NumberAxis {
  /// More labels than these do not fit beside one another.
  private static let mostTicks = 7

  /// A domain that holds all values, with room around them, and its ticks at 1, 2 and 5 times powers of
  /// ten; at powers of ten alone where those are too many.
  ///
  /// - Parameter values: positive; others are left out.
  static func logarithmic(_ values: [Double]) -> (domain: ClosedRange<Double>, ticks: [AxisTick]) {
    let positive = values.filter { $0 > 0 && $0.isFinite }
    let low = (positive.min() ?? 1) / 1.15
    let high = (positive.max() ?? 100) * 1.15
    let round = (-4...4).flatMap { power in
      [1.0, 2, 5].map { $0 * pow(10, Double(power)) }
    }
    let first = round.last { $0 <= low } ?? 1e-4
    let last = round.first { $0 >= high } ?? 1e4
    let fine = round.filter { (first...last).contains($0) }
    let shown =
      fine.count <= Self.mostTicks + 1
      ? fine : fine.filter { abs(log10($0) - log10($0).rounded()) < 1e-9 }
    return (first...last, shown.map { AxisTick(value: $0, label: text($0)) })
  }

  /// The same for a linear axis. Where the values are few, or all the same, there is room about them.
  static func linear(
    _ values: [Double], label: @MainActor (Double) -> String = NumberAxis.text
  ) -> (domain: ClosedRange<Double>, ticks: [AxisTick]) {
    var low = values.min() ?? 0
    var high = values.max() ?? 1
    if high - low < 1e-9 { (low, high) = (low - 1, high + 1) }
    let step = step(for: high - low)
    let first = Int((low / step).rounded(.down))
    let last = Int((high / step).rounded(.up))
    let ticks = (first...last).map { Double($0) * step }
    return (
      Double(first) * step...Double(last) * step,
      ticks.map { AxisTick(value: $0, label: label($0)) }
    )
  }

  /// The smallest of 1, 2 and 5 times a power of ten that needs few enough ticks.
  private static func step(for span: Double) -> Double {
    let power = pow(10, (log10(span) - 1).rounded(.down))
    return [1.0, 2, 5, 10, 20].map { $0 * power }.first { span / $0 <= Double(mostTicks - 2) }
      ?? span
  }

  static func text(_ value: Double) -> String {
    NumberText.short((value * 1e6).rounded() / 1e6)
  }
}
