import Language
import Music
import Training

/// What the end of a session says of a change. The verdicts are those of the profile.
enum SessionWords {
  /// Whether thresholds have changed.
  static func change(_ trend: TrendVerdict) -> String {
    if case .noClearChange = trend { return localized("So small a change may be chance.") }
    return HearingWords.trend(trend)
  }

  /// How long something took: `3 minutes`.
  static func time(_ seconds: Double) -> String {
    let minutes = Int((seconds / 60).rounded())
    return minutes > 0
      ? localized(one: "%d minute", other: "%d minutes", minutes)
      : localized(one: "%d second", other: "%d seconds", max(Int(seconds.rounded()), 0))
  }

  /// Whether it makes a difference where a note starts; `nil` if that is not clear.
  static func pull(_ pull: MatchingVerdicts.Pull?) -> String? {
    pull.flatMap { $0 == .unclear ? nil : HearingWords.pull($0) }
  }

  /// A figure by a name that tells it from those of the other kind.
  static func named(
    _ figure: SessionFigures.Figure, _ kind: TrainingKind
  ) -> SessionFigures.Figure {
    guard !figure.isOfInterval else { return figure }
    var figure = figure
    switch (figure.isThreshold, kind) {
    case (true, _):
      figure.name = NoteName.text(DirectedInterval.prime)
      figure.spokenName = localized(context: "beginning of a sentence", "Unison")
    case (false, .unison):
      figure.name = localized("spread, unison")
      figure.spokenName = localized(context: "beginning of a sentence", "Spread, unison")
    case (false, .interval):
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
