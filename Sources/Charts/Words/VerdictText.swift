import Language
import Music
import Training

/// All that may be said of a training, in order: what the screens, the profile and the end of a session
/// show. The words of each verdict are those of ``HearingWords``, as in the report.
public enum VerdictText {
  /// A threshold, or why none is shown.
  public static func level(_ verdicts: UnisonVerdicts) -> String { HearingWords.level(verdicts) }

  /// The most important first, the trend last; nothing before the first answer.
  public static func sentences(_ verdicts: UnisonVerdicts) -> [String] {
    guard verdicts.level.answers > 0 else { return [] }
    return present(verdicts) + trend(verdicts.trend, of: verdicts.level.state)
  }

  /// Interval by interval, the trend last; nothing before the first answer.
  public static func sentences(_ verdicts: IntervalVerdicts) -> [String] {
    guard verdicts.answers > 0 else { return [] }
    return present(verdicts) + trend(verdicts.trend, of: verdicts.state)
  }

  /// What may be said of the present, without the trend.
  static func present(_ verdicts: UnisonVerdicts) -> [String] {
    [HearingWords.level(verdicts)] + HearingWords.notes(verdicts)
      + HearingWords.lapses(verdicts.easyOnesPerMiss)
  }

  static func present(_ verdicts: IntervalVerdicts) -> [String] {
    sentences(verdicts, of: verdicts.parts.map(\.interval))
      + HearingWords.lapses(verdicts.easyOnesPerMiss)
  }

  /// What may be said of some of the intervals.
  public static func sentences(
    _ verdicts: IntervalVerdicts, of intervals: [DirectedInterval]
  ) -> [String] {
    let parts = verdicts.parts.filter { intervals.contains($0.interval) }
    return verdicts.state == .guesses && !parts.isEmpty
      ? [HearingWords.guesses] : parts.map(HearingWords.interval)
  }

  /// Nothing before the first matching.
  public static func sentences(_ verdicts: MatchingVerdicts) -> [String] {
    verdicts.count > 0 ? HearingWords.matching(verdicts) : []
  }

  /// A note and its threshold.
  static func note(_ note: MIDINote, _ threshold: CentsEstimate) -> String {
    localized("%@: %@", NoteName.text(note), self.threshold(threshold))
  }

  /// A threshold with its 90 % interval: `12.8 cents (9–18)`.
  static func threshold(_ threshold: CentsEstimate) -> String {
    let text = EstimateText(threshold: threshold)
    return localized("%@ cents (%@)", text.value, text.range)
  }

  /// Of guesses, and beyond what is asked, there is no trend to speak of.
  public static func trend(_ trend: TrendVerdict, of state: FigureState) -> [String] {
    state == .shown || state == .early ? [HearingWords.trend(trend)] : []
  }
}

// MARK: In a line

extension VerdictText {
  /// A verdict in a few words, with its trend if there is room.
  public struct Brief: Hashable {
    public let figures: String
    let trend: String?

    public var all: String { trend.map { "\(figures), \($0)" } ?? figures }
  }

  public static func brief(_ verdicts: UnisonVerdicts) -> Brief {
    let early = HearingWords.notKnownYet(verdicts)
    return brief(verdicts.level.state, verdicts.level.answers, early: early) {
      Brief(
        figures: localized("threshold %@", threshold(verdicts.level.threshold)),
        trend: word(verdicts.trend))
    }
  }

  /// Of the interval with the most answers among those that are shown.
  public static func brief(_ verdicts: IntervalVerdicts) -> Brief {
    let shown = verdicts.parts.filter { $0.threshold.state == .shown }
    guard verdicts.state == .shown,
      let part = shown.max(by: { $0.threshold.answers < $1.threshold.answers })
    else {
      let more = verdicts.answersToCome(of: verdicts.parts.map(\.interval))
      let early = HearingWords.notKnownYet(verdicts.answers, more: more)
      return brief(verdicts.state, verdicts.answers, early: early) { nil }
    }
    return Brief(
      figures: localized(
        "%@: threshold %@", part.interval.description, threshold(part.threshold.threshold)),
      trend: word(verdicts.trend))
  }

  public static func brief(_ verdicts: MatchingVerdicts) -> Brief {
    guard verdicts.count > 0 else { return untrained }
    guard let fit = verdicts.fit else {
      return Brief(figures: HearingWords.notKnownYet(verdicts), trend: nil)
    }
    return Brief(figures: HearingWords.matchingBrief(fit), trend: nil)
  }

  /// One figure, or why it is not shown.
  static func brief(_ figure: SessionFigures.Figure) -> String {
    let early =
      figure.early ?? HearingWords.notKnownYet(figure.answers, more: figure.answersToCome)
    return brief(figure.state, figure.answers, early: early) {
      Brief(figures: figure.text.all, trend: nil)
    }.figures
  }

  /// - Parameters:
  ///   - early: what is said if it is too early.
  ///   - shown: what is said if there is a figure to show.
  private static func brief(
    _ state: FigureState, _ answers: Int, early: String, shown: () -> Brief?
  ) -> Brief {
    guard answers > 0 else { return untrained }
    let early = Brief(figures: early, trend: nil)
    switch state {
    case .guesses: return Brief(figures: localized("looks like guesses"), trend: nil)
    case .beyond: return Brief(figures: localized("100 cents not recognized yet"), trend: nil)
    case .early: return early
    case .shown: return shown() ?? early
    }
  }

  /// The verdict alone; `nil` if it is too early.
  private static func word(_ trend: TrendVerdict) -> String? {
    switch trend {
    case .tooEarly: nil
    case .noClearChange: localized(context: "trend", "no clear change")
    case .finer: localized(context: "trend", "finer")
    case .coarser: localized(context: "trend", "coarser")
    }
  }

  private static var untrained: Brief { Brief(figures: ProfileText.untrained, trend: nil) }
}
