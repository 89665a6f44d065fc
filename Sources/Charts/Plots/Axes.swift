import Console
import Foundation
import Language

/// Domains and ticks of axes of numbers, at a few round values.
enum NumberAxis {
  /// The most labels that fit beside one another.
  private static let mostTicks = 7

  /// A domain that contains all positive values, with room around them, and its ticks at 1, 2 and 5
  /// times powers of ten, or only at powers of ten if those are too many.
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

  /// A domain that hardly extends beyond the positive values, for plots with little room, and its
  /// ticks at 1, 2 and 5 times powers of ten, or at more values if those are too few.
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

  /// A linear domain and its ticks, with room around the values if they are all equal.
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

  /// The smallest step of 1, 2 or 5 times a power of ten that has few enough ticks.
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

  /// The position of a value. Values beyond the domain stand at its ends.
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

/// The axis of cents at the left of a plot that is drawn with characters.
struct CentsAxis {
  let domain: ClosedRange<Double>

  /// The possible marks, ascending.
  let ticks: [AxisTick]
  let isLogarithmic: Bool

  static func logarithmic(_ values: [Double]) -> CentsAxis {
    let (domain, ticks) = NumberAxis.closeLogarithmic(values)
    return CentsAxis(domain: domain, ticks: ticks, isLogarithmic: true)
  }

  /// The labels have signs; sharp is positive.
  static func signed(_ values: [Double]) -> CentsAxis {
    let (domain, ticks) = NumberAxis.closeLinear(values, label: ReportText.signed)
    return CentsAxis(domain: domain, ticks: ticks, isLogarithmic: false)
  }

  var labelWidth: Int { ticks.map(\.label.count).max() ?? 0 }

  /// Maps values to rows from the top.
  func scale(height: Int) -> AxisScale {
    AxisScale(domain: domain, start: Double(height), end: 0, isLogarithmic: isLogarithmic)
  }

  /// The row of a value. Values beyond the domain stand at its ends.
  func row(of value: Double, height: Int) -> Int {
    min(Int(scale(height: height).position(value)), height - 1)
  }

  /// The text to the left of each row.
  func lines(height: Int, labelWidth: Int, glyphs: Glyphs) -> [String] {
    let labels = labels(height)
    return (0..<height).map { row in
      (labels[row] ?? "").leftPadded(to: labelWidth) + " "
        + (labels[row] == nil ? glyphs.axis : glyphs.axisTick)
    }
  }

  /// The labels by row, with a row between each two if there are enough rows.
  private func labels(_ height: Int) -> [Int: String] {
    let airy = labels(height, distance: 2)
    return airy.count > 1 ? airy : labels(height, distance: 1)
  }

  private func labels(_ height: Int, distance: Int) -> [Int: String] {
    let rows = ticks.map { row(of: $0.value, height: height) }
    let chosen =
      isLogarithmic ? ticks.indices.sorted(by: isRounder) : evenSteps(rows, distance: distance)
    var labels: [Int: String] = [:]
    for index in chosen where labels.keys.allSatisfy({ abs($0 - rows[index]) >= distance }) {
      labels[rows[index]] = ticks[index].label
    }
    return labels
  }

  /// Orders the roundest value first, then by distance from it.
  private func isRounder(_ first: Int, _ second: Int) -> Bool {
    func distance(_ index: Int) -> Int { abs(index - roundest) }
    return (distance(first), first) < (distance(second), second)
  }

  /// Every tick, every second one and so on, always with 0, so that the labels fit.
  private func evenSteps(_ rows: [Int], distance: Int) -> [Int] {
    for step in 1...max(ticks.count, 1) {
      let chosen = ticks.indices.filter { ($0 - roundest).isMultiple(of: step) }
      if zip(chosen, chosen.dropFirst()).allSatisfy({ abs(rows[$0] - rows[$1]) >= distance }) {
        return chosen
      }
    }
    return []
  }

  private var roundest: Int {
    ticks.firstIndex { isLogarithmic ? Self.isPowerOfTen($0.value) : $0.value == 0 } ?? 0
  }

  private static func isPowerOfTen(_ value: Double) -> Bool {
    value > 0 && abs(log10(value) - log10(value).rounded()) < 1e-9
  }
}

/// The ticks of an axis of dates, with days, months or years.
struct DateAxis {
  private enum Step {
    case days(Int)
    case months(Int)
    case years(Int)
  }

  let calendar: Calendar
  var mostTicks = 6

  private static let steps: [Step] =
    [1, 2, 7, 14].map { .days($0) } + [1, 2, 3, 6].map { .months($0) }
    + [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000].map { .years($0) }

  /// - Parameter domain: seconds since 1970.
  func ticks(in domain: ClosedRange<Double>) -> [AxisTick] {
    let step = Self.steps.first { count($0, in: domain) <= mostTicks } ?? .years(2000)
    return ticks(step, in: domain)
  }

  /// The approximate number of ticks at a step.
  private func count(_ step: Step, in domain: ClosedRange<Double>) -> Int {
    let days = (domain.upperBound - domain.lowerBound) / 86_400
    return switch step {
    case .days(let number): Int(days / Double(number)) + 1
    case .months(let number): Int(days / 30.4 / Double(number)) + 1
    case .years(let number): Int(days / 365 / Double(number)) + 1
    }
  }

  private func ticks(_ step: Step, in domain: ClosedRange<Double>) -> [AxisTick] {
    let start = Date(timeIntervalSince1970: domain.lowerBound)
    let parts = calendar.dateComponents([.year, .month, .day], from: start)
    var begin = DateComponents(year: parts.year, month: 1, day: 1)
    let (unit, size): (Calendar.Component, Int)
    switch step {
    case .days(let number):
      (unit, size) = (.day, number)
      begin = parts
    case .months(let number): (unit, size) = (.month, number)
    case .years(let number):
      (unit, size) = (.year, number)
      begin.year = (parts.year ?? 1970) / number * number
    }
    guard let first = calendar.date(from: begin) else { return [] }
    var ticks: [AxisTick] = []
    for number in 0... {
      guard let date = calendar.date(byAdding: unit, value: number * size, to: first),
        date.timeIntervalSince1970 <= domain.upperBound
      else { break }
      if date < start { continue }
      ticks.append(AxisTick(value: date.timeIntervalSince1970, label: label(date, unit)))
    }
    return ticks
  }

  private func label(_ date: Date, _ unit: Calendar.Component) -> String {
    switch unit {
    case .day: DateText.dayAndMonth(date, in: calendar)
    case .month: DateText.monthAndYear(date, in: calendar)
    default: DateText.year(date, in: calendar)
    }
  }
}

/// The time that an axis of dates shows, in seconds since 1970.
struct TimeSpan {
  let domain: ClosedRange<Double>

  /// The shortest span, so that a few days do not fill the whole width.
  private static let shortest = 7 * 86_400.0

  /// - Parameter periods: in order, at least one.
  init(_ periods: [(start: Date, end: Date)]) {
    let start = periods.first?.start.timeIntervalSince1970 ?? 0
    let end = periods.last?.end.timeIntervalSince1970 ?? 0
    domain = min(start, end - Self.shortest)...max(end, start)
  }

  static func middle(_ start: Date, _ end: Date) -> Double {
    (start.timeIntervalSince1970 + end.timeIntervalSince1970) / 2
  }
}
