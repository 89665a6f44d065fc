/// A frequency in hertz, positive and finite.
public struct Frequency: Hashable, Comparable, Sendable {
  public let hertz: Double

  /// - Precondition: `hertz` is positive and finite.
  public init(hertz: Double) {
    precondition(hertz > 0 && hertz.isFinite, "a frequency is positive and finite")
    self.hertz = hertz
  }

  /// The frequency that lies `cents` above this one (below where negative).
  public func shifted(by cents: Cents) -> Frequency { Frequency(hertz: hertz * cents.ratio) }

  public static func < (lhs: Frequency, rhs: Frequency) -> Bool { lhs.hertz < rhs.hertz }
}
