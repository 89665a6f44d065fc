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
