import Foundation
import Language
import Music
import Training

/// The sentences about the user's hearing, which depend on the verdicts alone.
enum HearingWords {
  // MARK: Unison

  /// The level, or the reason why there is none.
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

  /// The range of a threshold so far: `between 4 and 20 cents so far`.
  static func range(_ verdict: ThresholdVerdict) -> String {
    localized(
      "between %@ and %@ cents so far", NumberText.short(verdict.range.lowerBound),
      NumberText.short(verdict.range.upperBound))
  }

  /// - Parameter more: the approximate number of answers until there is a figure; `nil` if it is
  ///   unknown.
  static func told(_ verdict: ThresholdVerdict, more: Int?) -> String {
    let range = localized(
      "The differences that you get right three times out of four lie %@.", range(verdict))
    return [range, more.map(figureTakes)].compactMap { $0 }.joined(separator: " ")
  }

  /// - Parameter more: the approximate number of answers.
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

  /// - Parameter more: the approximate number of comparisons to come; `nil` if it is unknown.
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

  /// The sentence for answers that are not comparisons.
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

  /// The range of a threshold without a figure, or the number of answers to come.
  static func notKnownYet(_ verdict: ThresholdVerdict, more: Int?) -> String {
    verdict.state == .first ? range(verdict) : notKnownYet(verdict.answers, more: more)
  }

  /// The number of answers to come in a few words: `not known yet; about 20 more answers`.
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

  /// The sentences about differences between notes.
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
      // A threshold that has fallen by a third is better by a third.
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

/// The sentences on intervals and on purity.
extension HearingWords {
  /// An interval with its shift and its threshold, or the reason why there is none.
  static func interval(_ part: IntervalVerdicts.Part) -> String {
    guard part.hasShift else { return purity(part) }
    let name = NoteName.inSentence(part.interval)
    switch (part.threshold.state, shift(part, name)) {
    case (.shown, let shift):
      let threshold = EstimateText(threshold: part.threshold.threshold)
      return localized(
        "%@; you get differences of %@ right (%@ to %@).",
        shift ?? localized("Your %@ is neither clearly wide nor clearly narrow", name),
        threshold.cents, threshold.low, threshold.high)
    case (.first, let shift?):
      return localized("%@; you get differences right %@.", shift, range(part.threshold))
    case (.early, let shift?):
      return localized("%@. It is too early to say which differences you get right.", shift)
    case (_, let shift?): return localized("%@. %@", shift, state(part))
    case (_, nil): return localized("%@: %@", name, state(part))
    }
  }

  /// The mistunings of an interval that are noticed, or the reason why that is not known.
  private static func purity(_ part: IntervalVerdicts.Part) -> String {
    let name = NoteName.inSentence(part.interval)
    let threshold = EstimateText(threshold: part.threshold.threshold)
    return switch part.threshold.state {
    case .shown:
      localized(
        "%@: you notice mistunings of %@ three times out of four (90 %%: %@ to %@).",
        name, threshold.cents, threshold.low, threshold.high)
    case .first:
      localized(
        "%@: the mistunings that you notice three times out of four lie %@.", name,
        range(part.threshold))
    case .early:
      localized("%@: %@", name, notKnownYet(part.threshold, more: part.answersToCome) + ".")
    case .guesses: localized("%@: %@", name, guesses)
    case .beyond: localized("%@: %@", name, beyond)
    }
  }

  /// The shift of an interval with its 90 % interval; `nil` if it is not certain.
  private static func shift(_ part: IntervalVerdicts.Part, _ name: String) -> String? {
    let isUp = part.interval.direction == .up
    switch part.shiftVerdict {
    case .none: return nil
    case .wide:
      let size = EstimateText(isUp ? part.shift : part.shift.negated)
      return localized("Your %@ is %@ wide (%@ to %@)", name, size.cents, size.low, size.high)
    case .narrow:
      let size = EstimateText(isUp ? part.shift.negated : part.shift)
      return localized("Your %@ is %@ narrow (%@ to %@)", name, size.cents, size.low, size.high)
    }
  }

  /// The reason why a threshold is not shown.
  private static func state(_ part: IntervalVerdicts.Part) -> String {
    switch part.threshold.state {
    case .first: told(part.threshold, more: part.answersToCome)
    case .early, .shown: tooEarly(part.threshold.answers, more: part.answersToCome)
    case .guesses: guesses
    case .beyond: beyond
    }
  }
}

/// The sentences on pitch matchings and on played notes.
extension HearingWords {
  /// The brief words for a matching without a figure: `not known yet; 8 more notes`.
  static func notKnownYet(_ verdicts: MatchingVerdicts) -> String {
    guard let more = verdicts.notesToCome else {
      return notKnownYet(verdicts.count, more: nil)
    }
    return localized(
      one: "not known yet; %d more note", other: "not known yet; %d more notes", more)
  }

  /// Bias, spread and pull, or the reason why there are none.
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

  /// The sentences on played notes, which have no start.
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

  /// The changes, or a sentence that nothing has clearly changed; empty if it is too early.
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
  /// - Parameter count: the number of tuned notes; the figures may come from the last ones alone.
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

  /// Bias and spread in a few words: `2.1 flat, spread 6.4`.
  static func matchingBrief(_ fit: MatchingFit) -> String {
    localized("%@, spread %@", side(fit.bias), EstimateText(fit.spread).value)
  }

  static func notes(_ count: Int) -> String {
    localized(one: "%d note", other: "%d notes", count)
  }

  /// Bias and spread for little room: `2.1 flat, 6.4`.
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
    // A bias that is shown as 0 lies on neither side.
    guard let size = size(bias) else { return localized("neither flat nor sharp") }
    return bias.value.rawValue < 0 ? localized("%@ flat", size) : localized("%@ sharp", size)
  }

  /// The sentence about the influence of a note's start.
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
