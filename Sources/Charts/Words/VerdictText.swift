import Language
import Music
import Training

/// The sentences about a training in order, for the screens, the profile and the end of a session.
/// The words of each verdict are those of ``HearingWords``, as in the report.
public enum VerdictText {
  /// The sentences from the most important one to the trend; none before the first answer.
  public static func sentences(_ verdicts: UnisonVerdicts) -> [String] {
    guard verdicts.level.answers > 0 else { return [] }
    return present(verdicts) + trend(verdicts.trend, of: verdicts.level.state)
  }

  /// The sentences by interval, the trend last; none before the first answer.
  public static func sentences(_ verdicts: IntervalVerdicts) -> [String] {
    guard verdicts.answers > 0 else { return [] }
    return present(verdicts) + trend(verdicts.trend, of: verdicts.state)
  }

  /// The sentences about the present, without the trend.
  static func present(_ verdicts: UnisonVerdicts) -> [String] {
    [HearingWords.level(verdicts)] + HearingWords.notes(verdicts)
      + HearingWords.lapses(verdicts.easyOnesPerMiss)
  }

  static func present(_ verdicts: IntervalVerdicts) -> [String] {
    sentences(verdicts, of: verdicts.parts.map(\.interval))
      + HearingWords.lapses(verdicts.easyOnesPerMiss)
  }

  /// The sentences about some of the intervals.
  public static func sentences(
    _ verdicts: IntervalVerdicts, of intervals: [DirectedInterval]
  ) -> [String] {
    let parts = verdicts.parts.filter { intervals.contains($0.interval) }
    return verdicts.state == .guesses && !parts.isEmpty
      ? [HearingWords.guesses] : parts.map(HearingWords.interval)
  }

  /// The sentences, none before the first matching.
  public static func sentences(_ verdicts: MatchingVerdicts) -> [String] {
    verdicts.count > 0 ? HearingWords.matching(verdicts) : []
  }

  static func note(_ note: MIDINote, _ threshold: CentsEstimate) -> String {
    localized("%@: %@", NoteName.text(note), self.threshold(threshold))
  }

  /// A threshold with its 90 % interval: `12.8 cents (9–18)`.
  static func threshold(_ threshold: CentsEstimate) -> String {
    let text = EstimateText(threshold: threshold)
    return localized("%@ cents (%@)", text.value, text.range)
  }

  /// The trend, which guesses and thresholds beyond the differences asked do not have.
  public static func trend(_ trend: TrendVerdict, of state: FigureState) -> [String] {
    state == .guesses || state == .beyond ? [] : [HearingWords.trend(trend)]
  }

  /// A figure, or the reason why it is not shown.
  static func brief(_ figure: SessionFigures.Figure) -> String {
    guard figure.answers > 0 else { return ProfileText.untrained }
    return switch figure.state {
    case .guesses: localized("looks like guesses")
    case .beyond: localized("100 cents not recognized yet")
    case .early, .first: figure.unknown
    case .shown: figure.text.all
    }
  }
}
