import Language
import Music
import Training

/// What the end of a session says of a change. The verdicts are those of the profile.
enum SessionWords {
  /// Whether thresholds have changed.
  static func change(_ trend: TrendVerdict) -> String {
    if case .noClearChange = trend { return chance }
    return HearingWords.trend(trend)
  }

  /// Whether the spread of tuned notes has changed; `nil` if there is nothing to test yet.
  static func change(_ precision: TestedChange?) -> String {
    guard let precision else { return localized("It is too early for a trend.") }
    let figures = [precision.change, precision.low, precision.high].map { share in
      localized("%@ %%", NumberText.fixed(share * 100, places: 0, isSigned: true))
    }
    return switch precision.trend {
    case .noClearChange: chance
    case .improving:
      localized(
        "Tuning has become more even: its spread changes by %@ in 1000 notes (90 %%: %@ to %@).",
        figures[0], figures[1], figures[2])
    case .declining:
      localized(
        "Tuning has become less even: its spread changes by %@ in 1000 notes (90 %%: %@ to %@).",
        figures[0], figures[1], figures[2])
    }
  }

  private static var chance: String { localized("So small a change may be chance.") }

  /// A figure by a name that tells it from those of the other kind.
  static func named(
    _ figure: SessionFigures.Figure, _ training: TrainingName, _ kind: TrainingKind
  ) -> SessionFigures.Figure {
    var figure = figure
    switch (training, kind) {
    // These have the names of the intervals.
    case (.comparison, .interval): break
    case (.comparison, .unison):
      figure.name = NoteName.text(DirectedInterval.prime)
      figure.spokenName = localized(context: "beginning of a sentence", "Unison")
    case (.matching, .unison):
      figure.name = localized("spread, unison")
      figure.spokenName = localized(context: "beginning of a sentence", "Spread, unison")
    case (.matching, .interval):
      figure.name = localized("spread, intervals")
      figure.spokenName = localized(context: "beginning of a sentence", "Spread, intervals")
    }
    return figure
  }

  /// What is true of each half of the profile, once if it is the same.
  static func both(unison: String?, intervals: String?) -> String? {
    guard unison != intervals else { return unison }
    return [
      unison.map { localized("Unison: %@", $0) }, intervals.map { localized("Intervals: %@", $0) },
    ].compactMap { $0 }.joined(separator: " ")
  }

  /// An estimate for those who have it read out: `12.8, 9 to 18`.
  static func spoken(_ text: EstimateText) -> String {
    localized("%@, %@ to %@", text.value, text.low, text.high)
  }
}
