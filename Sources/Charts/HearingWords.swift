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
      localized(
        "Differences of %@ are told right three times out of four (90 %%: %@ to %@).",
        centsOf(level.threshold.value), cents(level.threshold.low), cents(level.threshold.high))
    }
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
        "It is too early for a trend: it takes %d comparisons on %d days.",
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

  // MARK: Intervals

  /// An interval with its shift and its threshold, or why there is none.
  static func interval(_ part: IntervalVerdicts.Part) -> String {
    let name = NoteName.text(part.interval)
    let shift = shift(part).map { localized("%@: %@", name, $0) }
    switch part.threshold.state {
    case .early, .guesses, .beyond:
      let state = state(part.threshold)
      return shift.map { localized("%@. %@", $0, state) } ?? localized("%@: %@", name, state)
    case .shown:
      let threshold = part.threshold.threshold
      let told = localized(
        "differences of %@ are told (%@ to %@).", centsOf(threshold.value), cents(threshold.low),
        cents(threshold.high))
      return shift.map { localized("%@; %@", $0, told) }
        ?? localized("%@: no clear shift; %@", name, told)
    }
  }

  /// How wide or narrow an interval lies, with the 90 % interval; `nil` if it is not surely shifted.
  private static func shift(_ part: IntervalVerdicts.Part) -> String? {
    switch part.shiftVerdict {
    case .none: nil
    case .wide(let size):
      localized(
        "%@ wide (%@ to %@)", centsOf(Cents(size)), cents(width(part).low),
        cents(width(part).high))
    case .narrow(let size):
      localized(
        "%@ narrow (%@ to %@)", centsOf(Cents(size)), cents(Cents(-width(part).high.rawValue)),
        cents(Cents(-width(part).low.rawValue)))
    }
  }

  /// How much wider than the true interval it lies; negative is narrower.
  private static func width(_ part: IntervalVerdicts.Part) -> (low: Cents, high: Cents) {
    let shift = part.shift
    return part.interval.direction == .up
      ? (shift.low, shift.high)
      : (Cents(-shift.high.rawValue), Cents(-shift.low.rawValue))
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
    let bias = localized(
      "Notes end %@ cents from the target on average (90 %%: %@ to %@; sharp is +).",
      CentsText.signed(fit.bias.value), CentsText.signed(fit.bias.low),
      CentsText.signed(fit.bias.high))
    let spread = localized(
      "About two out of three notes lie within %@ of that (90 %%: %@ to %@).",
      centsOf(fit.spread.value), cents(fit.spread.low), cents(fit.spread.high))
    return [bias, spread, pull(verdicts.pull)]
  }

  private static func pull(_ pull: MatchingVerdicts.Pull) -> String {
    switch pull {
    case .none: localized("Where a note starts makes no clear difference.")
    case .towardsStart(let size):
      localized(
        "Notes are pulled towards where they started: by %@ for every 100 cents (90 %%: %@ to %@).",
        centsOf(size.value), cents(size.low), cents(size.high))
    case .awayFromStart(let size):
      localized(
        """
        Notes are pushed away from where they started: by %@ for every 100 cents (90 %%: %@ to \
        %@).
        """, centsOf(Cents(-size.value.rawValue)), cents(Cents(-size.high.rawValue)),
        cents(Cents(-size.low.rawValue)))
    }
  }

  // MARK: Figures

  /// Without a unit; only a negative one has its sign.
  static func cents(_ value: Cents) -> String {
    value.rawValue < 0 ? CentsText.signed(value) : CentsText.plain(value.rawValue)
  }

  static func centsOf(_ value: Cents) -> String { localized("%@ cents", cents(value)) }

  private static func share(_ value: Double) -> String { TrendText.percent(value) }
}
