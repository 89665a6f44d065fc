/// The degree of a scale that stands for an interval.
public struct ScaleStep: Hashable, Sendable {
  /// From here on nothing of the scale is near the interval: the degree is a whole semitone away, as far
  /// as the interval's neighbours are.
  public static let reach: Cents = 100

  /// Beyond this the degree is nearer to a neighbour of the interval: half a semitone.
  public static let nearness: Cents = 50

  public let interval: Interval

  /// The degree's number. 0 is 1/1; where the scale is repeated the count goes on: in one of twelve
  /// notes the octave is degree 12.
  public let degree: Int

  /// The size of the interval in the scale, upwards.
  public let size: Cents

  public init(interval: Interval, degree: Int, size: Cents) {
    self.interval = interval
    self.degree = degree
    self.size = size
  }

  /// How much wider (narrower where negative) the interval is than in equal temperament.
  public var deviation: Cents { size - Cents(Double(interval.semitones) * 100) }

  /// Whether the degree can stand for the interval at all.
  public var isWithinReach: Bool { deviation.magnitude < Self.reach.rawValue - 1e-9 }

  /// Whether the interval is the one to which the degree is nearest.
  public var isNear: Bool { deviation.magnitude <= Self.nearness.rawValue + 1e-9 }
}
