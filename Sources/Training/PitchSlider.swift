import Music

/// The slider of a tunable note: −1…+1 is as many cents below and above a target as it reaches.
public nonisolated struct PitchSlider: Hashable, Sendable {
  /// Where a slider can stand.
  public static let range = -1.0...1.0

  /// What sounds with the slider at 0.
  public let target: Frequency

  /// How far from the target its ends are.
  public let reach: Cents

  /// - Parameter reach: above 0.
  public init(target: Frequency, reach: Cents = 100) {
    precondition(reach.rawValue > 0)
    self.target = target
    self.reach = reach
  }

  /// `value`, or the end beyond which it lies.
  public static func clamped(_ value: Double) -> Double {
    min(max(value, range.lowerBound), range.upperBound)
  }

  /// What sounds with the slider at `value`.
  public func frequency(at value: Double) -> Frequency {
    target.shifted(by: Cents(value * reach.rawValue))
  }

  /// Where the slider stands when `frequency` sounds; beyond ±1 where it does not reach.
  public func value(of frequency: Frequency) -> Double {
    Cents(from: target, to: frequency).rawValue / reach.rawValue
  }
}
