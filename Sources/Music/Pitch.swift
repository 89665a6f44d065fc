import Foundation

/// A frequency in hertz, positive and finite.
public struct Frequency: Hashable, Comparable, Sendable {
  public let hertz: Double

  /// - Precondition: `hertz` is positive and finite.
  public init(hertz: Double) {
    precondition(hertz > 0 && hertz.isFinite, "a frequency is positive and finite")
    self.hertz = hertz
  }

  /// The frequency `cents` above this one, or below it if `cents` is negative.
  public func shifted(by cents: Cents) -> Frequency { Frequency(hertz: hertz * cents.ratio) }

  public static func < (lhs: Frequency, rhs: Frequency) -> Bool { lhs.hertz < rhs.hertz }
}

/// A distance between pitches: 100 is an equal-tempered semitone, 1200 an octave.
public struct Cents: Hashable, Comparable, Sendable, ExpressibleByFloatLiteral,
  ExpressibleByIntegerLiteral
{
  /// The number of cents, signed; positive is sharp.
  public let rawValue: Double

  public init(_ rawValue: Double) { self.rawValue = rawValue }
  public init(floatLiteral value: Double) { rawValue = value }
  public init(integerLiteral value: Int) { rawValue = Double(value) }

  /// The distance from `reference` to `frequency`: 1200·log₂(f / f₀) (Ellis, 1885).
  public init(from reference: Frequency, to frequency: Frequency) {
    rawValue = 1200 * log2(frequency.hertz / reference.hertz)
  }

  /// The distance of a frequency ratio.
  ///
  /// - Precondition: `ratio` is positive and finite.
  public init(ratio: Double) {
    precondition(ratio > 0 && ratio.isFinite, "a frequency ratio is positive and finite")
    rawValue = 1200 * log2(ratio)
  }

  /// The frequency ratio of this distance: 2^(cents / 1200).
  public var ratio: Double { exp2(rawValue / 1200) }

  /// The distance without its direction.
  public var magnitude: Double { abs(rawValue) }

  public static func < (lhs: Cents, rhs: Cents) -> Bool { lhs.rawValue < rhs.rawValue }
  public static func + (lhs: Cents, rhs: Cents) -> Cents { Cents(lhs.rawValue + rhs.rawValue) }
  public static func - (lhs: Cents, rhs: Cents) -> Cents { Cents(lhs.rawValue - rhs.rawValue) }
  public static prefix func - (cents: Cents) -> Cents { Cents(-cents.rawValue) }
}
