import Foundation
import Language

/// Domains and ticks of axes of numbers: round values, few enough to be read.
enum NumberAxis {
  /// More labels than these do not fit beside one another.
  private static let mostTicks = 7

  /// A domain that contains all values, with room around them, and its ticks at 1, 2 and 5 times
  /// powers of ten, or only at powers of ten if those are too many.
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

  /// A domain that hardly extends beyond the values, for plots with little room, and its ticks at
  /// 1, 2 and 5 times powers of ten, or at more values if those are too few.
  ///
  /// - Parameter values: positive; others are left out.
  static func closeLogarithmic(
    _ values: [Double]
  ) -> (domain: ClosedRange<Double>, ticks: [AxisTick]) {
    let positive = values.filter { $0 > 0 && $0.isFinite }
    let (low, high) = (positive.min() ?? 1, positive.max() ?? 100)
    // At least a factor of two, so that chance does not look like a large change.
    let room = max(1.1, (2 * low / high).squareRoot())
    let domain = low / room...high * room
    func ticks(_ digits: [Double]) -> [AxisTick] {
      (-6...6).flatMap { power in digits.map { $0 * pow(10, Double(power)) } }
        .filter(domain.contains).map { AxisTick(value: $0, label: text($0)) }
    }
    let coarse = ticks([1, 2, 5])
    return (domain, coarse.count > 2 ? coarse : ticks([1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9]))
  }

  /// The same for a linear axis, with room around the values if they are all equal.
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

  /// A linear domain that hardly extends beyond the values, and its ticks at round values.
  static func closeLinear(
    _ values: [Double], label: @MainActor (Double) -> String = NumberAxis.text
  ) -> (domain: ClosedRange<Double>, ticks: [AxisTick]) {
    let (wide, ticks) = linear(values, label: label)
    guard let low = values.min(), let high = values.max(), high - low >= 1e-9 else {
      return (wide, ticks)
    }
    let room = (high - low) / 20
    let domain = low - room...high + room
    return (domain, ticks.filter { domain.contains($0.value) })
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

/// A value that is marked on an axis.
struct AxisTick: Hashable {
  let value: Double
  let label: String
}

/// Maps the values of an axis to positions in a drawing.
struct AxisScale {
  let domain: ClosedRange<Double>

  /// The positions of the ends of the domain; vertical positions count from the top.
  let start: Double
  let end: Double
  var isLogarithmic = false

  /// The position of a value; values beyond the domain are placed at its ends.
  func position(_ value: Double) -> Double {
    let value = min(max(value, domain.lowerBound), domain.upperBound)
    return start + (end - start) * share(value)
  }

  private func share(_ value: Double) -> Double {
    if isLogarithmic {
      return log(value / domain.lowerBound) / log(domain.upperBound / domain.lowerBound)
    }
    return (value - domain.lowerBound) / (domain.upperBound - domain.lowerBound)
  }
}
