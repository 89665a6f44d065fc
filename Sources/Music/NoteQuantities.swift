import Foundation

/// How long a note sounds: 0.3…3.0 seconds.
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
