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
    case .early, .first:
      verdicts.newCondition.map {
        ConditionWords.sentence($0, level: level, more: verdicts.answersToCome)
      }
        ?? (level.state == .first
          ? told(level, more: verdicts.answersToCome)
          : tooEarly(level.answers, more: verdicts.answersToCome))
    case .guesses: guesses
    case .beyond: beyond
    case .shown: told(EstimateText(threshold: level.threshold))
    }
  }

  /// Between what a threshold lies so far: `between 4 and 20 cents so far`.
  static func range(_ verdict: ThresholdVerdict) -> String {
    localized(
      "between %@ and %@ cents so far", NumberText.short(verdict.range.lowerBound),
      NumberText.short(verdict.range.upperBound))
  }

  /// - Parameter more: about how many more answers it takes until there is a figure; `nil` if that cannot be said.
  static func told(_ verdict: ThresholdVerdict, more: Int?) -> String {
    let range = localized(
      "The differences that you get right three times out of four lie %@.", range(verdict))
    return [range, more.map(figureTakes)].compactMap { $0 }.joined(separator: " ")
  }

  /// - Parameter more: about how many more answers.
  static func figureTakes(_ more: Int) -> String {
    localized(
      one: "It takes about %d more answer until the figure itself is known.",
      other: "It takes about %d more answers until the figure itself is known.", more)
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

  /// Of a threshold of which there is no figure: its range, or how many more answers it takes.
  static func notKnownYet(_ verdict: ThresholdVerdict, more: Int?) -> String {
    verdict.state == .first ? range(verdict) : notKnownYet(verdict.answers, more: more)
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
    registers(verdicts) + extremes(verdicts)
  }

  private static func registers(_ verdicts: UnisonVerdicts) -> [String] {
    guard let registers = verdicts.registers else { return [] }
    func range(_ register: NoteRegisters.Register) -> String {
      NumberText.range(NoteName.text(register.lowest), NoteName.text(register.highest))
    }
    let (low, high) = (registers.low, registers.high)
    let (lowCents, highCents) = CentsText.about(low.threshold.rawValue, high.threshold.rawValue)
    return [
      registers.isLowCoarser
        ? localized(
          "Low notes are coarser: %@ about %@ cents, %@ about %@.", range(low), lowCents,
          range(high),
          highCents)
        : localized(
          "High notes are coarser: %@ about %@ cents, %@ about %@.", range(high), highCents,
          range(low), lowCents)
    ]
  }

  private static func extremes(_ verdicts: UnisonVerdicts) -> [String] {
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
          "Hearing is clearly coarser at %@ than at %@.", NoteName.text(coarsest),
          NoteName.text(finest))
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
    case .finer(let trend) where !trend.isSizeKnown:
      localized(
        "Better by at least %@ %% since %@.", percent(trend.sureChange), since(trend))
    case .coarser(let trend) where !trend.isSizeKnown:
      localized("Worse by at least %@ %% since %@.", percent(trend.sureChange), since(trend))
    case .finer(let trend):
      // A threshold that fell by a third is better by a third.
      finer(
        trend, by: percent(-trend.change.value),
        NumberText.range(percent(-trend.change.high), percent(-trend.change.low)))
    case .coarser(let trend):
      coarser(
        trend, by: percent(trend.change.value),
        NumberText.range(percent(trend.change.low), percent(trend.change.high)))
    }
  }

  private static func finer(_ trend: ThresholdTrend, by value: String, _ range: String) -> String {
    guard let ends = trend.ends.map({ CentsText.about($0.first, $0.now) }) else {
      return localized("Better by %@ %% since %@ (90 %%: %@).", value, since(trend), range)
    }
    return localized(
      "From about %@ to %@ cents since %@ (90 %%: %@ %% better).", ends.0, ends.1, since(trend),
      range)
  }

  private static func coarser(_ trend: ThresholdTrend, by value: String, _ range: String) -> String
  {
    guard let ends = trend.ends.map({ CentsText.about($0.first, $0.now) }) else {
      return localized("Worse by %@ %% since %@ (90 %%: %@).", value, since(trend), range)
    }
    return localized(
      "From about %@ to %@ cents since %@ (90 %%: %@ %% worse).", ends.0, ends.1, since(trend),
      range)
  }

  private static func percent(_ share: Double) -> String {
    NumberText.fixed(share * 100, places: 0)
  }

  /// The first day of the trend, with its year if the last is in another.
  private static func since(_ trend: ThresholdTrend) -> String {
    since(trend.firstDay, until: trend.lastDay)
  }

  static func since(_ firstDay: Int, until lastDay: Int) -> String {
    let (first, last) = (DateText.date(of: firstDay), DateText.date(of: lastDay))
    let calendar = DateText.ofDays
    return calendar.isDate(first, equalTo: last, toGranularity: .year)
      ? DateText.dayAndMonth(first, in: calendar) : DateText.short(first, in: calendar)
  }
}
