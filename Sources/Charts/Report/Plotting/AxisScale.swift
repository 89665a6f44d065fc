import Foundation

/// Where the values of an axis lie in the drawing.
struct AxisScale {
  let domain: ClosedRange<Double>

  /// Where the ends of the domain lie; the vertical axis counts from above.
  let start: Double
  let end: Double
  var isLogarithmic = false

  /// Values beyond the domain lie at its ends.
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
