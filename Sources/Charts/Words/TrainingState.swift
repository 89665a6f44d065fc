import Console
import Language
import Music
import Training

/// What is known of a training, in one line: its verdict, and no figure that is known too roughly.
public struct TrainingState: Hashable {
  /// `threshold 12.8 cents (9–18)`
  public let line: String

  /// For a narrow terminal: `12.8 (9–18)`
  public let short: String

  /// For a line that is read out: `threshold 12.8, 9 to 18`
  public let spoken: String

  init(_ line: String, short: String, spoken: String? = nil) {
    (self.line, self.short, self.spoken) = (line, short, spoken ?? line)
  }

  /// The state of the comparison of unisons.
  public init(_ verdicts: UnisonVerdicts, _ glyphs: Glyphs) {
    self =
      Self(verdicts.level.state, answers: verdicts.level.answers, glyphs)
      ?? .threshold(verdicts.level.threshold)
  }

  /// The state of the comparison of these intervals: of several, that of the shown one with the most answers,
  /// with its name.
  public init(
    _ verdicts: IntervalVerdicts, of intervals: [DirectedInterval], _ glyphs: Glyphs
  ) {
    let parts = verdicts.parts.filter { intervals.contains($0.interval) }
    let shown = parts.filter { $0.threshold.state == .shown }
    let answers = parts.reduce(0) { $0 + $1.threshold.answers }
    if verdicts.state != .guesses,
      let best = shown.max(by: { $0.threshold.answers < $1.threshold.answers })
    {
      let state = Self.threshold(best.threshold.threshold)
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
    self = Self(state, answers: answers, glyphs) ?? .early(answers)
  }

  /// The state of a matching: its bias and its spread.
  public init(_ verdicts: MatchingVerdicts, _ glyphs: Glyphs) {
    guard verdicts.count > 0 else {
      self = .untrained(glyphs)
      return
    }
    guard let fit = verdicts.fit else {
      self = .early(verdicts.count)
      return
    }
    let size = EstimateText(fit.spread).value
    self.init(
      HearingWords.matchingBrief(fit), short: "\(HearingWords.side(fit.bias)), \(size)")
  }

  static func threshold(_ estimate: CentsEstimate) -> TrainingState {
    let text = EstimateText(threshold: estimate)
    return TrainingState(
      localized("threshold %@", VerdictText.threshold(estimate)), short: text.all,
      spoken: localized("threshold %@, %@ to %@", text.value, text.low, text.high))
  }

  /// Why no figure is shown; `nil` if one is.
  private init?(_ state: FigureState, answers: Int, _ glyphs: Glyphs) {
    guard answers > 0 else {
      self = .untrained(glyphs)
      return
    }
    switch state {
    case .shown: return nil
    case .early: self = .early(answers)
    case .guesses:
      let text = localized("looks like guesses")
      self.init(text, short: text)
    case .beyond:
      let text = localized("100 cents not told yet")
      self.init(text, short: text)
    }
  }

  static func untrained(_ glyphs: Glyphs) -> TrainingState {
    TrainingState(ProfileText.untrained, short: glyphs.dash, spoken: ProfileText.untrained)
  }

  private static func early(_ answers: Int) -> TrainingState {
    TrainingState(
      localized(
        one: "not known yet, %d answer", other: "not known yet, %d answers", answers),
      short: localized(context: "threshold", "not known yet"))
  }
}
