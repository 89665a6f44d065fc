import Console
import Language
import Music
import Training

/// The state of a training in one line: its verdict, and its figure if it is known well enough.
public struct TrainingState: Hashable {
  /// The full line: `threshold 12.8 cents (9–18)`.
  public let line: String

  /// The line for a narrow terminal: `12.8 (9–18)`.
  public let short: String

  /// The line that is read out: `threshold 12.8, 9 to 18`.
  public let spoken: String

  /// True if the figure is for something else than the settings.
  public let isElsewhere: Bool

  init(_ line: String, short: String, spoken: String? = nil, isElsewhere: Bool = false) {
    (self.line, self.short, self.spoken) = (line, short, spoken ?? line)
    self.isElsewhere = isElsewhere
  }

  /// The nearest known figure: `sine, in October: 7.1 (4–12)`.
  public init(_ known: KnownFigure) {
    self.init(
      ConditionWords.nearest(known, isShort: true), short: known.text.all,
      spoken: localized(
        "not known yet; %@", ConditionWords.nearest(known, isSpoken: true)), isElsewhere: true)
  }

  public init(_ verdicts: UnisonVerdicts, _ glyphs: Glyphs) {
    let early = TrainingState(
      HearingWords.notKnownYet(verdicts.level, more: verdicts.answersToCome), short: Self.unknown)
    self =
      Self(
        verdicts.level.state, answers: verdicts.level.answers,
        early: Self.first(verdicts.level) ?? early, glyphs)
      ?? .threshold(verdicts.level.threshold)
  }

  /// The range of a threshold that has no figure yet; `nil` if there is no range.
  private static func first(_ verdict: ThresholdVerdict) -> TrainingState? {
    guard verdict.state == .first else { return nil }
    let (low, high) = (verdict.range.lowerBound, verdict.range.upperBound)
    return TrainingState(
      HearingWords.range(verdict),
      short: localized(
        context: "short", "%@ so far",
        NumberText.range(NumberText.short(low), NumberText.short(high))))
  }

  /// The state of the comparison of intervals; for several, that of the shown one with the most
  /// answers, with its name.
  public init(
    _ verdicts: IntervalVerdicts, of intervals: [DirectedInterval], _ glyphs: Glyphs
  ) {
    let parts = verdicts.parts.filter { intervals.contains($0.interval) }
    let known = [FigureState.shown, .first].map { state in
      parts.filter { $0.threshold.state == state }
    }.first { !$0.isEmpty }
    let answers = parts.reduce(0) { $0 + $1.threshold.answers }
    if verdicts.state != .guesses,
      let best = known?.max(by: { $0.threshold.answers < $1.threshold.answers })
    {
      let state = Self.first(best.threshold) ?? Self.threshold(best.threshold.threshold)
      guard intervals.count > 1 else {
        self = state
        return
      }
      let name = IntervalName.short(best.interval, glyphs)
      self.init(
        localized("%@: %@", name, state.line), short: localized("%@: %@", name, state.short),
        spoken: localized("%@: %@", NoteName.text(best.interval), state.spoken))
      return
    }
    let isBeyond = !parts.isEmpty && parts.allSatisfy { $0.threshold.state == .beyond }
    let state: FigureState =
      verdicts.state == .guesses ? .guesses : isBeyond ? .beyond : .early
    let more = verdicts.answersToCome(of: intervals)
    let early = TrainingState(
      HearingWords.notKnownYet(answers, more: more), short: Self.unknown)
    self = Self(state, answers: answers, early: early, glyphs) ?? early
  }

  /// The state of a matching: its bias and its spread.
  public init(_ verdicts: MatchingVerdicts, _ glyphs: Glyphs) {
    guard verdicts.count > 0 else {
      self = .untrained(glyphs)
      return
    }
    guard let fit = verdicts.fit else {
      self.init(HearingWords.notKnownYet(verdicts), short: Self.unknown)
      return
    }
    self.init(HearingWords.matchingBrief(fit), short: HearingWords.matchingShort(fit))
  }

  static func threshold(_ estimate: CentsEstimate) -> TrainingState {
    let text = EstimateText(threshold: estimate)
    return TrainingState(
      localized("threshold %@", VerdictText.threshold(estimate)), short: text.all,
      spoken: localized("threshold %@, %@ to %@", text.value, text.low, text.high))
  }

  /// The reason why no figure is shown; `nil` if one is.
  ///
  /// - Parameter early: the state if it is too early.
  private init?(_ state: FigureState, answers: Int, early: TrainingState, _ glyphs: Glyphs) {
    guard answers > 0 else {
      self = .untrained(glyphs)
      return
    }
    switch state {
    case .shown: return nil
    case .early, .first: self = early
    case .guesses:
      self.init(localized("looks like guesses"), short: localized(context: "short", "guesses"))
    case .beyond:
      self.init(
        localized("100 cents not recognized yet"), short: localized(context: "short", "over 100"))
    }
  }

  static func untrained(_ glyphs: Glyphs) -> TrainingState {
    TrainingState(ProfileText.untrained, short: glyphs.dash, spoken: ProfileText.untrained)
  }

  private static var unknown: String { localized(context: "threshold", "not known yet") }
}
