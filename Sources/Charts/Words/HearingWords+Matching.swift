import Language
import Music
import Training

/// What may be said of pitch matchings, and of played notes.
extension HearingWords {
  /// Of a matching: `not known yet; 8 more notes`.
  static func notKnownYet(_ verdicts: MatchingVerdicts) -> String {
    guard let more = verdicts.notesToCome else {
      return notKnownYet(verdicts.count, more: nil)
    }
    return localized(
      one: "not known yet; %d more note", other: "not known yet; %d more notes", more)
  }

  /// Bias, spread and pull, or why there are none.
  static func matching(_ verdicts: MatchingVerdicts) -> [String] {
    guard verdicts.hasPull else { return playing(verdicts) }
    guard let fit = verdicts.fit else {
      return [
        localized(
          one: "It is too early to say: there is %d tuned note, and %d are needed.",
          other: "It is too early to say: there are %d tuned notes, and %d are needed.",
          verdicts.count, MatchingFit.fewest)
      ]
    }
    let (bias, spread) = (EstimateText(fit.bias, isSigned: true), EstimateText(fit.spread))
    return [
      localized(
        "Notes end %@ cents from the target on average (90 %%: %@ to %@; sharp is +).", bias.value,
        bias.low, bias.high),
      localized(
        """
        About two out of three notes end within %@ of the average for their starting pitch (90 \
        %%: %@ to %@).
        """, spread.cents, spread.low, spread.high),
    ] + [verdicts.pull.map(pull)].compactMap { $0 } + trend(verdicts.trend)
      + (verdicts.count > fit.count
        ? [
          localized(
            "These figures come from the last %d of %d tuned notes.", fit.count, verdicts.count)
        ] : [])
  }

  /// The same of played notes, which start nowhere.
  private static func playing(_ verdicts: MatchingVerdicts) -> [String] {
    guard let fit = verdicts.fit else {
      return [
        localized(
          one: "It is too early to say: there is %d played note, and %d are needed.",
          other: "It is too early to say: there are %d played notes, and %d are needed.",
          verdicts.count, MatchingFit.fewest)
      ]
    }
    let (bias, spread) = (EstimateText(fit.bias, isSigned: true), EstimateText(fit.spread))
    return [
      localized(
        "Played notes lie %@ cents from the target on average (90 %%: %@ to %@; sharp is +).",
        bias.value, bias.low, bias.high),
      localized(
        "About two out of three lie within %@ of that (90 %%: %@ to %@).", spread.cents,
        spread.low, spread.high),
    ] + trend(verdicts.trend)
      + (verdicts.count > fit.count
        ? [
          localized(
            "These figures come from the last %d of %d played notes.", fit.count, verdicts.count)
        ] : [])
  }

  /// What has changed, or that nothing clearly has; nothing if it is too early.
  static func trend(_ trend: MatchingTrend?) -> [String] {
    guard let trend else { return [] }
    let since = since(trend.firstDay, until: trend.lastDay)
    var changes: [String] = []
    if let spread = trend.spread {
      let (first, now) = CentsText.about(spread.first.rawValue, spread.now.rawValue)
      changes.append(localized("The spread went from %@ to %@ cents since %@.", first, now, since))
    }
    if let bias = trend.bias {
      changes.append(
        localized(
          "The average went from %@ to %@ cents since %@ (sharp is +).", signed(bias.first),
          signed(bias.now), since))
    }
    return changes.isEmpty ? [localized("There is no clear change.")] : changes
  }

  private static func signed(_ cents: Cents) -> String {
    NumberText.fixed(cents.rawValue, places: 1, isSigned: true)
  }

  /// Bias and spread in a line: `2.1 flat on average (0.8–3.4), spread 6.4, 120 notes.`
  ///
  /// - Parameter count: how many notes have been tuned; the figures may come from the last ones alone.
  static func matchingLine(_ fit: MatchingFit, of count: Int) -> String {
    let (flat, sharp) = (EstimateText(fit.bias.negated), EstimateText(fit.bias))
    let range =
      if fit.bias.high.rawValue < 0 {
        flat.range
      } else if fit.bias.low.rawValue > 0 {
        sharp.range
      } else {
        localized("%@ flat to %@ sharp", flat.high, sharp.high)
      }
    return localized(
      "%@ on average (%@), spread %@, %@.", side(fit.bias), range, EstimateText(fit.spread).value,
      count > fit.count
        ? localized("the last %d of %d notes", fit.count, count) : notes(fit.count))
  }

  /// The same in a few words: `2.1 flat, spread 6.4`.
  static func matchingBrief(_ fit: MatchingFit) -> String {
    localized("%@, spread %@", side(fit.bias), EstimateText(fit.spread).value)
  }

  static func notes(_ count: Int) -> String {
    localized(one: "%d note", other: "%d notes", count)
  }

  /// The same where there is hardly room: `2.1 flat, 6.4`.
  static func matchingShort(_ fit: MatchingFit) -> String {
    let spread = EstimateText(fit.spread).value
    guard let size = size(fit.bias) else {
      return localized(context: "short", "in tune, %@", spread)
    }
    return fit.bias.value.rawValue < 0
      ? localized(context: "short", "%@ flat, %@", size, spread)
      : localized(context: "short", "%@ sharp, %@", size, spread)
  }

  /// The size of the bias; `nil` if it is shown as 0.
  private static func size(_ bias: CentsEstimate) -> String? {
    let size = EstimateText(bias.value.rawValue < 0 ? bias.negated : bias).value
    return size.contains { "123456789".contains($0) } ? size : nil
  }

  /// A bias by its size and its side: `2.1 flat`.
  static func side(_ bias: CentsEstimate) -> String {
    // What is shown as 0 lies on neither side.
    guard let size = size(bias) else { return localized("neither flat nor sharp") }
    return bias.value.rawValue < 0 ? localized("%@ flat", size) : localized("%@ sharp", size)
  }

  /// Whether it makes a difference where a note starts.
  static func pull(_ pull: MatchingVerdicts.Pull) -> String {
    switch pull {
    case .unclear: return localized("It makes no clear difference where a note starts.")
    case .towardsStart(let estimate):
      let size = EstimateText(estimate)
      return localized(
        "Notes are pulled towards where they started: by %@ for every 100 cents (90 %%: %@ to %@).",
        size.cents, size.low, size.high)
    case .awayFromStart(let estimate):
      let size = EstimateText(estimate.negated)
      return localized(
        """
        Notes are pushed away from where they started: by %@ for every 100 cents (90 %%: %@ to \
        %@).
        """, size.cents, size.low, size.high)
    }
  }
}
