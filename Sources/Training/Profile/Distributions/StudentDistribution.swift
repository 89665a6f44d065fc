import Foundation

/// Student's t distribution with a whole number of degrees of freedom (Abramowitz and Stegun,
/// "Handbook of Mathematical Functions", 1964, 26.7.3 and 26.7.4).
nonisolated struct StudentDistribution: Hashable, Sendable {
  let degrees: Int

  /// - Precondition: `degrees` is positive.
  init(degrees: Int) {
    precondition(degrees > 0, "a t distribution has at least one degree of freedom")
    self.degrees = degrees
  }

  /// The probability of a number that is at least as far from 0. O(degrees).
  func twoSided(_ t: Double) -> Double { max(0, 1 - within(t.magnitude)) }

  /// The number below which a value lies with that probability, by bisection.
  ///
  /// - Parameter probability: 0.5…0.9999.
  func quantile(_ probability: Double) -> Double {
    // With one degree of freedom, 3200 is the quantile of .9999.
    var (low, high) = (0.0, 3200.0)
    for _ in 0..<80 {
      let middle = (low + high) / 2
      if (1 + within(middle)) / 2 < probability { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  /// A(t|ν), the probability of a number within ±t.
  private func within(_ t: Double) -> Double {
    let angle = atan(t / Double(degrees).squareRoot())
    let (sine, cosine) = (sin(angle), cos(angle))
    let isOdd = !degrees.isMultiple(of: 2)
    if degrees == 1 { return 2 * angle / .pi }
    var term = isOdd ? cosine : 1
    var sum = term
    var factor = isOdd ? 2.0 : 1.0
    while Int(factor) <= degrees - 3 {
      term *= cosine * cosine * factor / (factor + 1)
      sum += term
      factor += 2
    }
    return isOdd ? 2 / .pi * (angle + sine * sum) : sine * sum
  }
}
