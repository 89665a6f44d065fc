/// A musical scale as a Scala file (`.scl`) has it.
///
/// Degree 0 is 1/1 and stands in no file; each pitch is a distance from it. The last one is the formal
/// octave, the interval at which the scale repeats: of any size, or negative in a scale that descends.
/// Pitches need not rise.
public struct ScalaScale: Hashable, Sendable {
  /// What its author says of the scale in one line; it may be empty. No control characters.
  public let description: String

  /// The pitches of degree 1 and up, as finite distances from degree 0. It may be empty.
  public let pitches: [Cents]

  /// - Precondition: every pitch is finite.
  public init(description: String = "", pitches: [Cents]) {
    precondition(pitches.allSatisfy(\.rawValue.isFinite), "a pitch is finite")
    self.description = description
    self.pitches = pitches
  }

  /// The interval at which the scale repeats, or `nil` where it does not: it has no notes, or they end
  /// less than a cent from where they began.
  public var formalOctave: Cents? {
    guard let last = pitches.last, last.magnitude >= 1 else { return nil }
    return last
  }
}

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

extension ScalaScale {
  /// How much nearer a degree must be to count as nearer: less is an error of rounding.
  private static let tieTolerance = 1e-6

  /// More repetitions than this of the formal octave are no music, and no exact arithmetic either.
  private static let mostRepetitions = 1e6

  /// The degree nearest to an interval.
  ///
  /// Degree 0, at 0 cents, and the scale's pitches are repeated at the formal octave, upwards and
  /// downwards; among all of these the one whose size is nearest to the interval's in equal temperament
  /// (a fifth: 700 cents) stands for it. Of two that are equally near, the smaller one; of two that are
  /// the same, the lower degree. The prime is always degree 0.
  func step(for interval: Interval) -> ScaleStep {
    let goal = Double(interval.semitones) * 100
    var nearest = ScaleStep(interval: interval, degree: 0, size: 0)
    guard interval != .prime else { return nearest }
    for (degree, pitch) in ([0] + pitches).enumerated() {
      for repetition in repetitions(of: pitch.rawValue, near: goal) {
        let size = pitch.rawValue + repetition * (formalOctave?.rawValue ?? 0)
        let step = ScaleStep(
          interval: interval, degree: degree + Int(repetition) * pitches.count, size: Cents(size))
        if Self.isNearer(step, than: nearest) { nearest = step }
      }
    }
    return nearest
  }

  /// How often the formal octave goes into the way from a pitch to a goal: both numbers around it.
  private func repetitions(of pitch: Double, near goal: Double) -> [Double] {
    guard let octave = formalOctave?.rawValue else { return [0] }
    let exact = ((goal - pitch) / octave).rounded(.down)
    return [exact, exact + 1].filter { abs($0) <= Self.mostRepetitions }
  }

  private static func isNearer(_ step: ScaleStep, than other: ScaleStep) -> Bool {
    let difference = step.deviation.magnitude - other.deviation.magnitude
    if abs(difference) > tieTolerance { return difference < 0 }
    if abs(step.size.rawValue - other.size.rawValue) > tieTolerance {
      return step.size < other.size
    }
    return abs(step.degree) < abs(other.degree)
  }
}

/// A Scala scale as a tuning of intervals.
///
/// Each interval has the size of the scale's nearest degree. An interval down is as large as the same
/// interval up, as in every other tuning: the lower of two notes is the scale's 1/1. So a file that
/// holds the sizes of a built-in tuning trains what that tuning does.
public struct ScalaTuning: Hashable, Sendable {
  /// Names the scale in records and in JSON; not empty, no control characters.
  public let name: String
  public let scale: ScalaScale

  /// For each interval, by its number of semitones.
  private let steps: [ScaleStep]

  /// - Parameter name: made printable; `scale` stands in for an empty one.
  public init(name: String, scale: ScalaScale) {
    let printable = name.printable
    self.name = printable.isEmpty ? "scale" : printable
    self.scale = scale
    steps = Interval.allCases.map(scale.step(for:))
  }

  /// The degree that stands for an interval, up or down.
  public func step(for interval: Interval) -> ScaleStep { steps[interval.rawValue] }
}

extension String {
  /// The text with `_` for whatever is not to be seen: control and format characters and ends of lines.
  var printable: String {
    let unseen: Set<Unicode.GeneralCategory> = [
      .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned,
    ]
    return String(
      String.UnicodeScalarView(
        unicodeScalars.map { unseen.contains($0.properties.generalCategory) ? "_" : $0 }))
  }
}
