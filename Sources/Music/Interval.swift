/// The size of an interval in steps of the twelve-note scale, from the prime to the octave.
public enum Interval: Int, CaseIterable, Hashable, Comparable, Sendable {
  case prime = 0
  case minorSecond, majorSecond, minorThird, majorThird, perfectFourth, tritone
  case perfectFifth, minorSixth, majorSixth, minorSeventh, majorSeventh, octave

  private static let shortNames = [
    "P1", "m2", "M2", "m3", "M3", "P4", "TT", "P5", "m6", "M6", "m7", "M7", "P8",
  ]

  /// The interval with this short name, such as `P5`; case matters (`m3`, `M3`).
  public init?(shortName: String) {
    guard let index = Self.shortNames.firstIndex(of: shortName) else { return nil }
    self.init(rawValue: index)
  }

  /// The number of semitones, 0…12.
  public var semitones: Int { rawValue }

  /// The usual short name, such as `P5` or `m3`.
  public var shortName: String { Self.shortNames[rawValue] }

  public static func < (lhs: Interval, rhs: Interval) -> Bool { lhs.rawValue < rhs.rawValue }
}

/// An interval up or down: `P5` is a fifth up, `P5-` a fifth down. The prime has no direction.
public struct DirectedInterval: Hashable, Sendable, CustomStringConvertible {
  public enum Direction: Hashable, Sendable { case up, down }

  /// The prime: both notes are the same.
  public static let prime = DirectedInterval(.prime)

  /// Every directed interval, from the prime outwards: 25 of them.
  public static let all: [DirectedInterval] = Interval.allCases.flatMap { interval in
    interval == .prime
      ? [DirectedInterval(.prime)]
      : [DirectedInterval(interval, .up), DirectedInterval(interval, .down)]
  }

  public let interval: Interval

  /// `up` for the prime.
  public let direction: Direction

  public init(_ interval: Interval, _ direction: Direction = .up) {
    self.interval = interval
    self.direction = interval == .prime ? .up : direction
  }

  /// Reads `P5`, `m3-`; `nil` for anything else, including `P1-`.
  public init?(_ text: String) {
    let isDown = text.hasSuffix("-")
    guard let interval = Interval(shortName: isDown ? String(text.dropLast()) : text),
      !(isDown && interval == .prime)
    else { return nil }
    self.init(interval, isDown ? .down : .up)
  }

  /// The signed number of semitones, −12…12.
  public var semitones: Int { direction == .up ? interval.semitones : -interval.semitones }

  /// The text that ``init(_:)-(String)`` reads.
  public var description: String { interval.shortName + (direction == .down ? "-" : "") }
}
