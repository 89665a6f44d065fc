import Language
import Music
import Training

/// What may be said of intervals, and of which of two was in tune.
extension HearingWords {
  /// An interval with its shift and its threshold, or why there is none.
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

  /// Which mistunings of an interval are told from the true one, or why that is not known.
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

  /// How wide or narrow an interval lies, with the 90 % interval; `nil` if it is not surely shifted.
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

  /// Why a threshold is not shown.
  private static func state(_ part: IntervalVerdicts.Part) -> String {
    switch part.threshold.state {
    case .first: told(part.threshold, more: part.answersToCome)
    case .early, .shown: tooEarly(part.threshold.answers, more: part.answersToCome)
    case .guesses: guesses
    case .beyond: beyond
    }
  }
}
