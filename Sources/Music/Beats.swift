import Foundation

/// The beats of two notes that sound together: partials that nearly coincide grow louder and softer
/// as many times a second as their frequencies differ.
///
/// If the frequencies of two notes are nearly m : n, the partial n of the upper one nearly
/// coincides with the partial m of the lower one (Helmholtz, "On the Sensations of Tone", 1863).
public struct Beats: Hashable, Sendable {
  /// The number of the lower note's partial, m, and of the upper note's, n.
  public let lowerPartial: Int
  public let upperPartial: Int

  /// The largest distance, in cents, of an interval from a ratio that explains its beats.
  private static let reach = 10.0

  /// The largest distance from the just ratio of the interval, the reach of temperaments: a
  /// syntonic comma.
  private static let temperedReach = 21.6

  /// The highest partial; those above are too weak.
  private static let highestPartial = 16

  /// The greatest product of both numbers; beyond it, other partials beat more clearly.
  private static let greatestProduct = 144

  /// The simplest ratio within 10 cents of the size of an interval, or the just ratio of the
  /// nearest interval within an octave if there is no such ratio, or only one with the partials 11
  /// or 13, and the size is a tempered form of that interval: a Pythagorean minor third beats as a
  /// 6 : 5 that is too narrow, though 13 : 11 is nearer. `nil` if there is no ratio.
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

  /// True if no interval of twelve notes has the partial of that number.
  private static func isRemote(_ partial: Int) -> Bool {
    partial.isMultiple(of: 11) || partial.isMultiple(of: 13)
  }

  /// A measure of the ratio: the smaller, the simpler the ratio and the clearer the beats.
  public var complexity: Int { lowerPartial * upperPartial }

  /// The beats of two notes per second.
  public func rate(of one: Frequency, and other: Frequency) -> Double {
    let (lower, upper) = (min(one, other), max(one, other))
    return (Double(lowerPartial) * lower.hertz - Double(upperPartial) * upper.hertz).magnitude
  }

  /// The beats per second of an interval above middle C that is so far from just. They hardly
  /// depend on the tuning. `nil` if there are no beats to speak of.
  ///
  /// - Parameter interval: in either direction; middle C is the lower note.
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

/// The measured levels of the partials of a sound's notes.
public struct PartialLevels: Hashable, Sendable {
  /// The distance in dB from the strongest partial of a note below which a partial makes no audible
  /// beats.
  private static let reach = 40.0

  private let levels: [Int: [Double]]

  /// - Parameter levels: of the partials 1, 2 and so on, by MIDI key; in dB relative to anything
  ///   that they have in common.
  public init(_ levels: [Int: [Double]]) { self.levels = levels }

  /// True if a note has a partial that is strong enough for beats. The nearest measured key
  /// decides.
  public func hasPartial(_ number: Int, of frequency: Frequency) -> Bool {
    let key = 69 + Cents(from: Frequency(hertz: 440), to: frequency).rawValue / 100
    let nearest = levels.min { one, other in
      (abs(Double(one.key) - key), one.key) < (abs(Double(other.key) - key), other.key)
    }
    guard let partials = nearest?.value, partials.indices.contains(number - 1),
      let strongest = partials.max()
    else { return false }
    return partials[number - 1] >= strongest - Self.reach
  }
}
