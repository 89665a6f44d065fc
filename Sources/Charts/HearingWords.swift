import Foundation
import Language
import Music
import Training

/// What may be said about the user's hearing, in sentences. What is said follows the verdicts alone.
enum HearingWords {
  // MARK: Unison

  /// The level, or why there is none.
  static func level(_ verdicts: UnisonVerdicts) -> String {
    let level = verdicts.level
    return switch level.state {
    case .early:
      verdicts.newCondition.map { ConditionWords.tooEarly($0, more: verdicts.answersToCome) }
        ?? tooEarly(level.answers, more: verdicts.answersToCome)
    case .guesses: guesses
    case .beyond: beyond
    case .shown: told(EstimateText(threshold: level.threshold))
    }
  }

  private static func told(_ threshold: EstimateText) -> String {
    localized(
      "Differences of %@ are told right three times out of four (90 %%: %@ to %@).",
      threshold.cents, threshold.low, threshold.high)
  }

  /// - Parameter more: about how many more comparisons it takes; `nil` if that cannot be said.
  static func tooEarly(_ comparisons: Int, more: Int? = nil) -> String {
    if let more {
      return localized(
        one: "It is too early to say: there is %d comparison, and it takes about %d more.",
        other: "It is too early to say: there are %d comparisons, and it takes about %d more.",
        comparisons, more)
    }
    return localized(
      one: "It is too early to say: there is %d comparison.",
      other: "It is too early to say: there are %d comparisons.", comparisons)
  }

  /// Of unisons, the same in a few words: `not known yet; about 20 more answers`.
  ///
  /// - Parameter isSpoken: whether the line is read out.
  static func notKnownYet(_ verdicts: UnisonVerdicts, isSpoken: Bool = false) -> String {
    verdicts.newCondition.flatMap { ConditionWords.notKnownYet($0, isSpoken: isSpoken) }
      ?? notKnownYet(verdicts.level.answers, more: verdicts.answersToCome)
  }

  /// The same in a few words: `not known yet; about 20 more answers`.
  static func notKnownYet(_ answers: Int, more: Int?) -> String {
    guard let more else {
      return localized(
        one: "not known yet, %d answer", other: "not known yet, %d answers", answers)
    }
    return localized(
      one: "not known yet; about %d more answer", other: "not known yet; about %d more answers",
      more)
  }

  /// Of a matching: `not known yet; 8 more notes`.
  static func notKnownYet(_ verdicts: MatchingVerdicts) -> String {
    guard let more = verdicts.notesToCome else {
      return notKnownYet(verdicts.count, more: nil)
    }
    return localized(
      one: "not known yet; %d more note", other: "not known yet; %d more notes", more)
  }

  static var guesses: String { localized("These answers look like guesses.") }
  static var beyond: String {
    localized("Differences of up to 100 cents are not told reliably yet.")
  }

  /// Whether notes differ, and which stand out.
  static func notes(_ verdicts: UnisonVerdicts) -> [String] {
    let outstanding = verdicts.outstanding.map { note in
      note.factor > 1
        ? localized(
          "%@ stands out: its threshold is %@ times that of its neighbours.",
          NoteName.text(note.note), NumberText.fixed(note.factor, places: 1))
        : localized(
          "%@ stands out: the threshold of its neighbours is %@ times as large.",
          NoteName.text(note.note), NumberText.fixed(1 / note.factor, places: 1))
    }
    return switch verdicts.extremes {
    case .tooEarly: []
    case .noClearDifference:
      [localized("There is no clear difference between notes.")] + outstanding
    case .pair(let finest, let coarsest):
      [
        localized(
          "Hearing is finest at %@ and coarsest at %@.", NoteName.text(finest),
          NoteName.text(coarsest))
      ] + outstanding
    }
  }

  /// - Parameter easyOnesPerMiss: of the verdicts.
  static func lapses(_ easyOnesPerMiss: Int?) -> [String] {
    easyOnesPerMiss.map { [localized("About one in %d easy ones is missed.", $0)] } ?? []
  }

  // MARK: Trend

  static func trend(_ verdict: TrendVerdict) -> String {
    switch verdict {
    case .tooEarly:
      localized(
        "It is too early for a trend: that takes at least %d comparisons on %d days.",
        ThresholdTrend.fewestAnswers, ThresholdTrend.fewestDays)
    case .noClearChange: localized("There is no clear change.")
    case .finer(let trend) where !trend.isSizeKnown: localized("Better since %@.", since(trend))
    case .coarser(let trend) where !trend.isSizeKnown: localized("Worse since %@.", since(trend))
    case .finer(let trend):
      // A threshold that fell by a third is better by a third.
      localized(
        "Better by %@ %% since %@ (90 %%: %@–%@).", percent(-trend.change.value), since(trend),
        percent(-trend.change.high), percent(-trend.change.low))
    case .coarser(let trend):
      localized(
        "Worse by %@ %% since %@ (90 %%: %@–%@).", percent(trend.change.value), since(trend),
        percent(trend.change.low), percent(trend.change.high))
    }
  }

  private static func percent(_ share: Double) -> String {
    NumberText.fixed(share * 100, places: 0)
  }

  /// The first day of the trend, with its year if the last is in another.
  private static func since(_ trend: ThresholdTrend) -> String {
    let (first, last) = (DateText.date(of: trend.firstDay), DateText.date(of: trend.lastDay))
    let calendar = DateText.ofDays
    return calendar.isDate(first, equalTo: last, toGranularity: .year)
      ? DateText.dayAndMonth(first, in: calendar) : DateText.short(first, in: calendar)
  }

  // MARK: Intervals

  /// An interval with its shift and its threshold, or why there is none.
  static func interval(_ part: IntervalVerdicts.Part) -> String {
    let name = NoteName.inSentence(part.interval)
    switch (part.threshold.state, shift(part, name)) {
    case (.shown, let shift):
      let threshold = EstimateText(threshold: part.threshold.threshold)
      return localized(
        "%@; differences of %@ are told (%@ to %@).",
        shift ?? localized("Your %@ is neither clearly wide nor clearly narrow", name),
        threshold.cents, threshold.low, threshold.high)
    case (.early, let shift?):
      return localized("%@. It is too early to say which differences are told.", shift)
    case (_, let shift?): return localized("%@. %@", shift, state(part))
    case (_, nil): return localized("%@: %@", name, state(part))
    }
  }

  /// How wide or narrow an interval lies, with the 90 % interval; `nil` if it is not surely shifted.
  private static func shift(_ part: IntervalVerdicts.Part, _ name: String) -> String? {
    let isUp = part.interval.direction == .up
    switch part.shiftVerdict {
    case .none: return nil
    case .wide:
      let size = EstimateText(isUp ? part.shift : part.shift.negated)
      return localized("Your %@ lies %@ wide (%@ to %@)", name, size.cents, size.low, size.high)
    case .narrow:
      let size = EstimateText(isUp ? part.shift.negated : part.shift)
      return localized("Your %@ lies %@ narrow (%@ to %@)", name, size.cents, size.low, size.high)
    }
  }

  /// Why a threshold is not shown.
  private static func state(_ part: IntervalVerdicts.Part) -> String {
    switch part.threshold.state {
    case .early, .shown: tooEarly(part.threshold.answers, more: part.answersToCome)
    case .guesses: guesses
    case .beyond: beyond
    }
  }

  // MARK: Matching

  /// Bias, spread and pull, or why there are none.
  static func matching(_ verdicts: MatchingVerdicts) -> [String] {
    guard let fit = verdicts.fit else {
      return [
        localized(
          one: "It is too early to say: there is %d tuned note, and it takes %d.",
          other: "It is too early to say: there are %d tuned notes, and it takes %d.",
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
        About two out of three notes lie within %@ of what is usual for their start (90 %%: %@ to \
        %@).
        """, spread.cents, spread.low, spread.high),
      pull(verdicts.pull),
    ]
      + (verdicts.count > fit.count
        ? [
          localized(
            "These figures come from the last %d of %d tuned notes.", fit.count, verdicts.count)
        ] : [])
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
    case .none: return localized("Where a note starts makes no clear difference.")
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

extension CentsEstimate {
  /// The same seen from the other side.
  var negated: CentsEstimate {
    CentsEstimate(
      value: Cents(-value.rawValue), low: Cents(-high.rawValue), high: Cents(-low.rawValue))
  }
}
