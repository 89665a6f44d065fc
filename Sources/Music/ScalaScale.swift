/// A musical scale as defined by a Scala file (`.scl`).
///
/// Degree 0 is 1/1 and is not in the file; each pitch is a distance from it. The last pitch is the
/// formal octave, the interval at which the scale repeats. It may have any size and is negative in
/// a descending scale. Pitches need not rise.
public struct ScalaScale: Hashable, Sendable {
  /// The author's description in one line, without control characters. It may be empty.
  public let description: String

  /// The pitches from degree 1 up, as finite distances from degree 0. It may be empty.
  public let pitches: [Cents]

  /// - Precondition: every pitch is finite.
  public init(description: String = "", pitches: [Cents]) {
    precondition(pitches.allSatisfy(\.rawValue.isFinite), "a pitch is finite")
    self.description = description
    self.pitches = pitches
  }

  /// The interval at which the scale repeats. `nil` if it does not repeat: it has no notes, or the
  /// last one is less than a cent from degree 0.
  public var formalOctave: Cents? {
    guard let last = pitches.last, last.magnitude >= 1 else { return nil }
    return last
  }
}

/// The degree of a scale that represents an interval.
public struct ScaleStep: Hashable, Sendable {
  /// From here on the scale has nothing near the interval: the degree is a whole semitone away, as
  /// far as the neighbouring intervals.
  public static let reach: Cents = 100

  /// Beyond this, half a semitone, the degree is nearer to a neighbouring interval.
  public static let nearness: Cents = 50

  public let interval: Interval

  /// The degree's number. 0 is 1/1. The count continues into the repetitions of the scale: with
  /// twelve notes the octave is degree 12.
  public let degree: Int

  /// The size of the interval in the scale, upwards.
  public let size: Cents

  public init(interval: Interval, degree: Int, size: Cents) {
    self.interval = interval
    self.degree = degree
    self.size = size
  }

  /// How much wider the interval is than in equal temperament; negative if it is narrower.
  public var deviation: Cents { size - Cents(Double(interval.semitones) * 100) }

  /// Whether the degree can represent the interval at all.
  public var isWithinReach: Bool { deviation.magnitude < Self.reach.rawValue - 1e-9 }

  /// Whether no other interval is nearer to the degree.
  public var isNear: Bool { deviation.magnitude <= Self.nearness.rawValue + 1e-9 }
}

extension ScalaScale {
  /// A degree must be nearer by more than this to count as nearer; less is a rounding error.
  private static let tieTolerance = 1e-6

  /// Beyond this many repetitions of the formal octave the result is not music, and the arithmetic
  /// is not exact.
  private static let mostRepetitions = 1e6

  /// The degree nearest to an interval.
  ///
  /// Degree 0, at 0 cents, and the scale's pitches repeat at the formal octave, upwards and
  /// downwards. Of all these, the one whose size is nearest to the interval's equal-tempered size
  /// (a fifth: 700 cents) represents it. Of two that are equally near, the smaller one wins; of two
  /// with the same size, the lower degree. The prime is always degree 0.
  fileprivate func step(for interval: Interval) -> ScaleStep {
    guard interval != .prime else { return ScaleStep(interval: interval, degree: 0, size: 0) }
    let nearest = degree(near: Double(interval.semitones) * 100)
    return ScaleStep(interval: interval, degree: nearest.degree, size: Cents(nearest.size))
  }

  private typealias Degree = (degree: Int, size: Double)

  /// The degree nearest to a place, in cents above 1/1, by the same rules.
  private func degree(near goal: Double) -> Degree {
    var nearest: Degree = (0, 0)
    for (degree, pitch) in ([0] + pitches).enumerated() {
      for repetition in repetitions(of: pitch.rawValue, near: goal) {
        let candidate: Degree = (
          degree + Int(repetition) * pitches.count,
          pitch.rawValue + repetition * (formalOctave?.rawValue ?? 0)
        )
        if Self.isNearer(candidate, than: nearest, to: goal) { nearest = candidate }
      }
    }
    return nearest
  }

  /// Where the note stands that is so many semitones above 1/1, or below it, in cents; `nil` if the scale
  /// has none within half a semitone of there.
  func place(ofSemitones semitones: Int) -> Cents? {
    let goal = Double(semitones) * 100
    let size = degree(near: goal).size
    return abs(size - goal) <= ScaleStep.nearness.rawValue + 1e-9 ? Cents(size) : nil
  }

  /// The two whole numbers of formal octaves around the distance from a pitch to a goal.
  private func repetitions(of pitch: Double, near goal: Double) -> [Double] {
    guard let octave = formalOctave?.rawValue else { return [0] }
    let exact = ((goal - pitch) / octave).rounded(.down)
    return [exact, exact + 1].filter { abs($0) <= Self.mostRepetitions }
  }

  private static func isNearer(_ one: Degree, than other: Degree, to goal: Double) -> Bool {
    let difference = abs(one.size - goal) - abs(other.size - goal)
    if abs(difference) > tieTolerance { return difference < 0 }
    if abs(one.size - other.size) > tieTolerance { return one.size < other.size }
    return abs(one.degree) < abs(other.degree)
  }
}

/// A Scala scale as a tuning of intervals.
///
/// Each interval has the size of the scale's nearest degree. An interval down is as large as the
/// same interval up, as in every other tuning: the lower of the two notes is the scale's 1/1. A
/// file with the sizes of a built-in tuning therefore trains the same as that tuning.
public struct ScalaTuning: Hashable, Sendable {
  /// Names the scale in records and in JSON. Not empty, without control characters.
  public let name: String
  public let scale: ScalaScale

  /// For each interval, by its number of semitones.
  private let steps: [ScaleStep]

  /// - Parameter name: made printable; an empty name becomes `scale`.
  public init(name: String, scale: ScalaScale) {
    let printable = name.printable
    self.name = printable.isEmpty ? "scale" : printable
    self.scale = scale
    steps = Interval.allCases.map(scale.step(for:))
  }

  /// The degree that represents an interval, up or down.
  public func step(for interval: Interval) -> ScaleStep { steps[interval.rawValue] }
}

extension String {
  /// The text with `_` for every invisible character: control and format characters, among them those that
  /// turn the direction of writing, and line ends.
  public var printable: String {
    isPrintable
      ? self
      : String(String.UnicodeScalarView(unicodeScalars.map { Self.isInvisible($0) ? "_" : $0 }))
  }

  /// Whether every character is visible, or a blank.
  public var isPrintable: Bool {
    utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } || !unicodeScalars.contains(where: Self.isInvisible)
  }

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate,
      .unassigned:
      true
    default: false
    }
  }
}
