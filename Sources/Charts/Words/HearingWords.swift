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
      "You get differences of %@ right three times out of four (90 %%: %@ to %@).",
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

  /// The same of what are no comparisons.
  static func tooEarly(answers: Int, more: Int?) -> String {
    if let more {
      return localized(
        one: "It is too early to say: there is %d answer, and it takes about %d more.",
        other: "It is too early to say: there are %d answers, and it takes about %d more.",
        answers, more)
    }
    return localized(
      one: "It is too early to say: there is %d answer.",
      other: "It is too early to say: there are %d answers.", answers)
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

  static var guesses: String { localized("These answers look like guesses.") }
  static var beyond: String {
    localized("Differences of up to 100 cents are not recognized reliably yet.")
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
    easyOnesPerMiss.map { [localized("You miss about one in %d easy questions.", $0)] } ?? []
  }

  // MARK: Trend

  static func trend(_ verdict: TrendVerdict) -> String {
    switch verdict {
    case .tooEarly:
      localized(
        "It is too early for a trend: that takes at least %d answers on %d days.",
        ThresholdTrend.fewestAnswers, ThresholdTrend.fewestDays)
    case .noClearChange: localized("There is no clear change.")
    case .finer(let trend) where !trend.isSizeKnown: localized("Better since %@.", since(trend))
    case .coarser(let trend) where !trend.isSizeKnown: localized("Worse since %@.", since(trend))
    case .finer(let trend):
      // A threshold that fell by a third is better by a third.
      localized(
        "Better by %@ %% since %@ (90 %%: %@).", percent(-trend.change.value), since(trend),
        NumberText.range(percent(-trend.change.high), percent(-trend.change.low)))
    case .coarser(let trend):
      localized(
        "Worse by %@ %% since %@ (90 %%: %@).", percent(trend.change.value), since(trend),
        NumberText.range(percent(trend.change.low), percent(trend.change.high)))
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
}
