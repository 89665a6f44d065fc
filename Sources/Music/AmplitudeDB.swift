import Foundation

/// A level relative to the usual one: −90…+12 dB.
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
