import Foundation

/// The beats of two notes that sound together: their partials that nearly coincide grow louder and
/// softer as often a second as their frequencies differ.
///
/// Of two notes whose frequencies are nearly m : n, the partial n of the upper one nearly coincides with
/// the partial m of the lower one (Helmholtz, "On the Sensations of Tone", 1863).
public struct Beats: Hashable, Sendable {
  /// The number of the lower note's partial, m, and of the upper note's, n.
  public let lowerPartial: Int
  public let upperPartial: Int

  /// How far the size of an interval may be from a ratio that its beats are counted by.
  private static let reach = 10.0

  /// The same for the just ratio of the interval, as far as temperaments bring it: a syntonic comma.
  private static let temperedReach = 21.6

  /// Partials beyond this are too weak.
  private static let highestPartial = 16

  /// Beyond this product of both, other partials beat more clearly.
  private static let greatestProduct = 144

  /// The simplest ratio within 10 cents of the size of an interval. If there is none, or only one of the
  /// partials 11 or 13, the just ratio of the nearest interval within an octave if the size is a tempered
  /// form of that: a Pythagorean minor third beats as a 6 : 5 that is too narrow, though 13 : 11 is nearer.
  /// `nil` if there is no ratio.
  ///
  /// - Parameter size: from one note to the other; the direction does not matter.
  public init?(ofInterval size: Cents) {
    let size = size.magnitude
    guard size.isFinite else { return nil }
    func distance(_ upper: Int, _ lower: Int) -> Double {
      (Cents(ratio: Double(upper) / Double(lower)).rawValue - size).magnitude
    }
    var best: (upper: Int, lower: Int)?
    for lower in 1...Self.highestPartial {
      for upper in lower...Self.highestPartial
      where upper * lower <= Self.greatestProduct && distance(upper, lower) <= Self.reach {
        if let best, best.upper * best.lower <= upper * lower { continue }
        best = (upper, lower)
      }
    }
    if best.map({ Self.isRemote($0.upper) || Self.isRemote($0.lower) }) ?? true,
      let interval = Interval(rawValue: Int((size / 100).rounded())),
      let just = Self.just[interval], distance(just.upper, just.lower) <= Self.temperedReach
    {
      best = just
    }
    guard let best else { return nil }
    (lowerPartial, upperPartial) = (best.upper, best.lower)
  }

  /// Whether no interval of twelve notes has the partial of that number.
  private static func isRemote(_ partial: Int) -> Bool {
    partial.isMultiple(of: 11) || partial.isMultiple(of: 13)
  }

  /// How simple the ratio is: the smaller, the clearer the beats.
  public var complexity: Int { lowerPartial * upperPartial }

  /// The beats of two notes a second.
  public func rate(of one: Frequency, and other: Frequency) -> Double {
    let (lower, upper) = (min(one, other), max(one, other))
    return (Double(lowerPartial) * lower.hertz - Double(upperPartial) * upper.hertz).magnitude
  }

  /// By how many beats a second an error changes those of an interval above middle C: so often does a just
  /// one beat that is so far off. It hardly depends on the tuning. `nil` if there are no beats to speak of.
  ///
  /// - Parameter interval: its direction does not matter: middle C is the lower note.
  public static func ofError(_ error: Cents, at interval: DirectedInterval) -> Double? {
    let size = Cents(TuningSystem.justIntonation.cents(for: interval).magnitude)
    guard error.rawValue.isFinite, let beats = Beats(ofInterval: size) else { return nil }
    let middleC = TuningSystem.justIntonation.frequency(
      for: MIDINote(60), referencePitch: TuningSystem.standardReferencePitch)
    let upper = middleC.shifted(by: size)
    let off = upper.shifted(by: Cents(error.magnitude))
    return Double(beats.upperPartial) * (off.hertz - upper.hertz)
  }

  /// The ratios of five-limit just intonation that have low enough partials.
  private static let just: [Interval: (upper: Int, lower: Int)] = [
    .minorSecond: (16, 15), .minorThird: (6, 5), .majorThird: (5, 4), .minorSixth: (8, 5),
    .majorSixth: (5, 3), .minorSeventh: (9, 5), .majorSeventh: (15, 8),
  ]
}
