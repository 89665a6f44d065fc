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
    case .early: tooEarly(level.answers)
    case .guesses: guesses
    case .beyond: beyond
    case .shown:
      told(EstimateText(level.threshold))
    }
  }

  private static func told(_ threshold: EstimateText) -> String {
    localized(
      "Differences of %@ are told right three times out of four (90 %%: %@ to %@).",
      threshold.cents, threshold.low, threshold.high)
  }

  static func tooEarly(_ comparisons: Int) -> String {
    localized(
      one: "It is too early to say: there is %d comparison.",
      other: "It is too early to say: there are %d comparisons.", comparisons)
  }

  static let guesses = localized("These answers look like guesses.")
  static let beyond = localized("Differences of up to 100 cents are not told reliably yet.")

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
    case .finer(let trend):
      localized(
        "Hearing has become finer: thresholds change by %@ a month (90 %%: %@ to %@).",
        share(trend.monthlyChange.value), share(trend.monthlyChange.low),
        share(trend.monthlyChange.high))
    case .coarser(let trend):
      localized(
        "Hearing has become coarser: thresholds change by %@ a month (90 %%: %@ to %@).",
        share(trend.monthlyChange.value), share(trend.monthlyChange.low),
        share(trend.monthlyChange.high))
    }
  }

  /// A change as a share. Beyond tenfold, the figure is not worth reading: a few trials may give any
  /// value.
  private static func share(_ change: Double) -> String {
    change < 10
      ? localized("%@ %%", NumberText.fixed(change * 100, places: 0, isSigned: true))
      : localized("over +1000 %%")
  }

  // MARK: Intervals

  /// An interval with its shift and its threshold, or why there is none.
  static func interval(_ part: IntervalVerdicts.Part) -> String {
    let name = NoteName.inSentence(part.interval)
    switch (part.threshold.state, shift(part, name)) {
    case (.shown, let shift):
      let threshold = EstimateText(part.threshold.threshold)
      return localized(
        "%@; differences of %@ are told (%@ to %@).",
        shift ?? localized("Your %@ is neither clearly wide nor clearly narrow", name),
        threshold.cents, threshold.low, threshold.high)
    case (.early, let shift?):
      return localized("%@. It is too early to say which differences are told.", shift)
    case (_, let shift?): return localized("%@. %@", shift, state(part.threshold))
    case (_, nil): return localized("%@: %@", name, state(part.threshold))
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
  static func state(_ threshold: ThresholdVerdict) -> String {
    switch threshold.state {
    case .early, .shown: tooEarly(threshold.answers)
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
  }

  private static func pull(_ pull: MatchingVerdicts.Pull) -> String {
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
  fileprivate var negated: CentsEstimate {
    CentsEstimate(
      value: Cents(-value.rawValue), low: Cents(-high.rawValue), high: Cents(-low.rawValue))
  }
}
