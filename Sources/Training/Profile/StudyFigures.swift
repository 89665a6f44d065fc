import Foundation
import MainThread
import Music

/// The figures of one participant under one condition, for one training and interval, from the maps
/// of ``HearingModel``.
public nonisolated struct StudyFigures: Sendable {
  public let training: TrainingName
  public let presentation: Presentation

  /// `nil` if the figures are of all intervals together.
  public let interval: DirectedInterval?
  public let answers: Int

  /// The number of right answers; `nil` if a pitch was answered.
  public private(set) var right: Int?

  /// The state of the threshold; `nil` if a pitch was answered.
  public private(set) var state: FigureState?

  /// The difference that is recognized in three of four cases, lapses apart.
  public private(set) var threshold: CentsEstimate?

  /// The distance of the point that sounds true from the true interval; positive is higher.
  public private(set) var shift: CentsEstimate?

  /// The figures of tuned or played notes; `nil` if there are too few.
  public private(set) var bias: CentsEstimate?
  public private(set) var spread: CentsEstimate?

  private init(
    _ training: TrainingName, _ presentation: Presentation, _ interval: DirectedInterval?,
    answers: Int
  ) {
    (self.training, self.presentation, self.interval, self.answers) = (
      training, presentation, interval, answers
    )
  }

  /// The figures of answers to the question which of three sounds differed.
  public static func all(of answers: [OddOneAnswer]) -> [StudyFigures] {
    Dictionary(grouping: answers) { $0.interval }.sorted { $0.key.semitones < $1.key.semitones }.map
    {
      interval, answers in
      var figures = StudyFigures(.oddOne, .harmonic, interval, answers: answers.count)
      figures.right = answers.count(where: \.isCorrect)
      let belief = OddOneBelief(answers)
      let state = VerdictTable.state(
        answers: answers.count, probabilityOfGuessing: belief.probabilityOfGuessing,
        belief.threshold)
      figures.set(
        ThresholdVerdict(state: state, answers: answers.count, threshold: belief.threshold))
      return figures
    }
  }

  /// All figures of a model that was made of these answers alone.
  public static func all(of hearing: HearingModel) -> [StudyFigures] {
    Presentation.allCases.flatMap { presentation in
      unison(hearing.unison[presentation], presentation)
        + intervals(.comparison, hearing.intervals[presentation], presentation)
        + (presentation == .harmonic ? intervals(.purity, hearing.purity, presentation) : [])
        + pitches(.matching, hearing.matchings, presentation)
        + pitches(.playing, hearing.playings, presentation)
    }
  }

  private static func unison(
    _ hearing: UnisonHearing, _ presentation: Presentation
  ) -> [StudyFigures] {
    guard hearing.count > 0 else { return [] }
    var figures = StudyFigures(.comparison, presentation, .prime, answers: hearing.count)
    figures.right = hearing.curve.foreseen.correct
    figures.set(UnisonVerdicts(hearing).level)
    return [figures]
  }

  private static func intervals(
    _ training: TrainingName, _ hearing: IntervalHearing, _ presentation: Presentation
  ) -> [StudyFigures] {
    IntervalVerdicts(hearing).parts.map { part in
      var figures = StudyFigures(
        training, presentation, part.interval, answers: part.threshold.answers)
      figures.right = hearing.foreseen(of: part.interval).correct
      figures.set(part.threshold)
      if part.hasShift { figures.shift = part.shift }
      return figures
    }
  }

  private static func pitches(
    _ training: TrainingName, _ hearings: ByTrainingKind<ByPresentation<MatchingHearing>>,
    _ presentation: Presentation
  ) -> [StudyFigures] {
    TrainingKind.allCases.compactMap { kind in
      let hearing = hearings[kind][presentation]
      guard hearing.count > 0 else { return nil }
      var figures = StudyFigures(
        training, presentation, kind == .unison ? .prime : nil, answers: hearing.count)
      (figures.bias, figures.spread) = (hearing.fit?.bias, hearing.fit?.spread)
      return figures
    }
  }

  private mutating func set(_ verdict: ThresholdVerdict) {
    invariant(right ?? 0 <= answers, "right answers are among the answers")
    (state, threshold) = (verdict.state, verdict.threshold)
  }
}

/// The answer to the question which of three sounds differed.
public nonisolated struct OddOneAnswer: Sendable {
  public let interval: DirectedInterval

  /// The size of the difference, in cents.
  let difference: Double
  let isCorrect: Bool

  public init(_ interval: DirectedInterval, centOffset: Cents, isCorrect: Bool) {
    (self.interval, difference) = (interval, centOffset.magnitude)
    self.isCorrect = isCorrect
  }
}

/// The threshold that follows from answers to the question which of three sounds differed.
///
/// It is comparable to that of comparisons: the difference with a d′ of √2 z(.75) = 0.95, which a
/// comparison recognizes in three of four cases. If the listener chooses the sound that is farthest
/// from the other two, it is recognized in 41 of 100 cases. (Versfeld, Dai and Green, "The optimum
/// decision rules for the oddity task", 1996.)
nonisolated struct OddOneBelief {
  let threshold: CentsEstimate
  let probabilityOfGuessing: Double

  /// ln T.
  private static let nodes: [Double] = (0...180).map { log(0.1) + 0.05 * Double($0) }
  private static let prior = (mean: log(15.0), deviation: 1.5)

  /// - Parameter answers: not empty; the order does not matter.
  init(_ answers: [OddOneAnswer]) {
    let sizes = Dictionary(grouping: answers, by: \.difference).map { size, answers in
      (size, right: Double(answers.count(where: \.isCorrect)), all: Double(answers.count))
    }
    func logarithm(_ probability: (Double) -> Double) -> Double {
      sizes.reduce(0) { sum, size in
        let p = probability(size.0)
        return sum + size.right * log(p) + (size.all - size.right) * log(1 - p)
      }
    }
    let priors = Self.nodes.map { node in
      StandardNormal.density((node - Self.prior.mean) / Self.prior.deviation)
    }
    let whole = priors.reduce(0, +)
    let logarithms = zip(Self.nodes, priors).map { node, ofNode in
      let told = Dictionary(
        uniqueKeysWithValues: sizes.map { size in
          let sensitivity = 2.0.squareRoot() * StandardNormal.upperQuartile * size.0 / exp(node)
          return (size.0, Self.probability(ofSensitivity: sensitivity))
        })
      return zip(LapseWeights.rates, LapseWeights.logPriors).map { rate, ofRate in
        log(ofNode / whole) + ofRate + logarithm { (1 - rate) * (told[$0] ?? 0) + rate / 3 }
      }
    }
    let ofGuessing = LapseWeights.logPriors[LapseWeights.rates.count] + logarithm { _ in 1.0 / 3 }
    let largest = logarithms.joined().reduce(ofGuessing) { max($0, $1) }
    let weights = logarithms.map { $0.reduce(0) { $0 + exp($1 - largest) } }
    let (sum, guessing) = (weights.reduce(0, +), exp(ofGuessing - largest))
    probabilityOfGuessing = guessing / (guessing + sum)
    func quantile(_ share: Double) -> Cents {
      var left = share * sum
      for (place, weight) in weights.enumerated() {
        left -= weight
        if left <= 0 { return Cents(exp(Self.nodes[place] + 0.05 * (0.5 + left / weight))) }
      }
      return Cents(exp(Self.nodes[Self.nodes.count - 1]))
    }
    threshold = CentsEstimate(value: quantile(0.5), low: quantile(0.05), high: quantile(0.95))
  }

  /// The probability that the odd one of three with a d′ is recognized.
  static func probability(ofSensitivity sensitivity: Double) -> Double {
    let (step, shift) = (0.05, sensitivity * (2.0 / 3).squareRoot())
    return (0..<120).reduce(0) { sum, index in
      let z = (Double(index) + 0.5) * step
      let far = z * 3.0.squareRoot()
      return sum + 2 * step * StandardNormal.density(z)
        * (StandardNormal.cumulative(shift - far) + StandardNormal.cumulative(-shift - far))
    }
  }
}
