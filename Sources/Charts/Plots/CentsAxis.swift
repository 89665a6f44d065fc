import Console
import Foundation

/// The axis at the left of a plot that is drawn with characters: cents, smaller ones further down.
struct CentsAxis {
  let domain: ClosedRange<Double>

  /// The values that may be marked, ascending.
  let ticks: [AxisTick]
  let isLogarithmic: Bool

  static func logarithmic(_ values: [Double]) -> CentsAxis {
    let (domain, ticks) = NumberAxis.closeLogarithmic(values)
    return CentsAxis(domain: domain, ticks: ticks, isLogarithmic: true)
  }

  /// With signs; sharp is positive.
  static func signed(_ values: [Double]) -> CentsAxis {
    let (domain, ticks) = NumberAxis.closeLinear(values, label: ReportText.signed)
    return CentsAxis(domain: domain, ticks: ticks, isLogarithmic: false)
  }

  var labelWidth: Int { ticks.map(\.label.count).max() ?? 0 }

  /// Maps values to rows from the top.
  func scale(height: Int) -> AxisScale {
    AxisScale(domain: domain, start: Double(height), end: 0, isLogarithmic: isLogarithmic)
  }

  /// The row of a value; values beyond the domain are placed at its ends.
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

  /// The labels by row, with a row between any two if there are enough rows.
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
