/// The size of an interval in steps of the twelve-note scale, from the prime to the octave.
public enum Interval: Int, CaseIterable, Hashable, Comparable, Sendable {
  case prime = 0
  case minorSecond, majorSecond, minorThird, majorThird, perfectFourth, tritone
  case perfectFifth, minorSixth, majorSixth, minorSeventh, majorSeventh, octave

  private static let shortNames = [
    "P1", "m2", "M2", "m3", "M3", "P4", "TT", "P5", "m6", "M6", "m7", "M7", "P8",
  ]

  /// The interval of that short name, such as `P5`; upper and lower case differ (`m3`, `M3`).
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
