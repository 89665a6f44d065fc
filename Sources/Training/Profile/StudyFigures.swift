import MainThread
import Music

/// What the answers of one participant under one condition show of one training and interval, by the maps of
/// ``HearingModel``.
public nonisolated struct StudyFigures: Sendable {
  public let training: TrainingName
  public let presentation: Presentation

  /// `nil` if the figures are of all intervals together.
  public let interval: DirectedInterval?
  public let answers: Int

  /// How many answers were right; `nil` if a pitch was answered.
  public private(set) var right: Int?

  /// What may be said of the threshold; `nil` if a pitch was answered.
  public private(set) var state: FigureState?

  /// The difference that is told right three times in four, lapses apart.
  public private(set) var threshold: CentsEstimate?

  /// How far the point that sounds true lies from the true interval; positive is higher.
  public private(set) var shift: CentsEstimate?

  /// Of what was tuned or played; `nil` if there are too few notes.
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

  /// Those of answers to which of three differed.
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
