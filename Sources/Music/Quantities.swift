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

/// The duration of a note: 0.3…3.0 seconds.
public struct NoteDuration: Hashable, Sendable {
  public static let range: ClosedRange<Double> = 0.3...3.0

  public let seconds: Double

  /// - Precondition: `seconds` is within 0.3…3.0.
  public init(seconds: Double) {
    precondition(Self.range.contains(seconds), "a note lasts 0.3…3.0 seconds")
    self.seconds = seconds
  }
}

/// The velocity of a MIDI note: 1…127.
public struct MIDIVelocity: Hashable, Sendable {
  public static let range: ClosedRange<Int> = 1...127

  /// The velocity of every note in training, so that the timbre never depends on the task.
  public static let training = MIDIVelocity(63)

  public let rawValue: Int

  /// - Precondition: `rawValue` is within 1…127.
  public init(_ rawValue: Int) {
    precondition(Self.range.contains(rawValue), "a MIDI velocity is within 1…127")
    self.rawValue = rawValue
  }
}

/// A level relative to the normal one: −90…+12 dB.
public struct AmplitudeDB: Hashable, Sendable {
  public static let range: ClosedRange<Double> = -90...12

  public let decibels: Double

  /// - Precondition: `decibels` is within −90…+12.
  public init(_ decibels: Double) {
    precondition(Self.range.contains(decibels), "an amplitude is within −90…+12 dB")
    self.decibels = decibels
  }

  /// The linear gain: 10^(dB / 20).
  public var gain: Double { pow(10, decibels / 20) }
}

/// A share: 0…1.
public struct UnitInterval: Hashable, Sendable {
  public static let range: ClosedRange<Double> = 0...1

  public let rawValue: Double

  /// - Precondition: `rawValue` is within 0…1.
  public init(_ rawValue: Double) {
    precondition(Self.range.contains(rawValue), "a share is within 0…1")
    self.rawValue = rawValue
  }
}
