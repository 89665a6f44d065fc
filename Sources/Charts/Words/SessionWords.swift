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

  /// Whether it makes a difference where a note starts; `nil` if that is not clear.
  static func pull(_ pull: MatchingVerdicts.Pull) -> String? {
    pull == .none ? nil : HearingWords.pull(pull)
  }

  /// An estimate for those who have it read out: `12.8, 9 to 18`.
  static func spoken(_ text: EstimateText) -> String {
    localized("%@, %@ to %@", text.value, text.low, text.high)
  }
}
