import Language
import Music
import Training

/// What is said while too little is known with the notes as they sounded last: how many answers there are
/// with these, and what is known with others.
enum ConditionWords {
  private typealias Condition = HearingCondition

  /// - Parameter more: about how many more comparisons it takes; `nil` if that cannot be said.
  static func tooEarly(_ part: UnisonVerdicts.NewCondition, more: Int?) -> String {
    let early = tooEarly(part.answers, more: more)
    guard let before = part.before else { return early }
    return localized(
      "%@ Before, with %@: %@.", early, CountText.list(names(of: before.condition, beside: part)),
      VerdictText.threshold(before.threshold))
  }

  private static func tooEarly(_ comparisons: Int, more: Int?) -> String {
    guard let more else {
      return localized(
        one: """
          It is too early to say with this sound, note length and loudness: there is %d comparison.
          """,
        other: """
          It is too early to say with this sound, note length and loudness: there are %d comparisons.
          """, comparisons)
    }
    return localized(
      one: """
        It is too early to say with this sound, note length and loudness: there is %d comparison, \
        and it takes about %d more.
        """,
      other: """
        It is too early to say with this sound, note length and loudness: there are %d comparisons, \
        and it takes about %d more.
        """, comparisons, more)
  }

  /// The same in a few words: `new sound: 3 answers; before 28.1 (20–37)`. `nil` if nothing was known
  /// before.
  ///
  /// - Parameter isSpoken: whether the line is read out.
  static func notKnownYet(_ part: UnisonVerdicts.NewCondition, isSpoken: Bool) -> String? {
    guard let before = part.before else { return nil }
    let answers = localized(one: "%d answer", other: "%d answers", part.answers)
    let text = EstimateText(threshold: before.threshold)
    return localized(
      "%@: %@; before %@", subject(part.condition, since: before.condition), answers,
      isSpoken ? SessionWords.spoken(text) : text.all)
  }

  /// What is different now.
  private static func subject(_ condition: Condition, since before: Condition) -> String {
    switch (
      condition.soundSource == before.soundSource, condition.duration == before.duration,
      condition.level == before.level
    ) {
    case (false, true, true): localized("new sound")
    case (true, false, true): localized("new length")
    case (true, true, false): localized("new loudness")
    default: localized("other notes")
    }
  }

  /// How other notes sounded, as far as they differ: `another sound and notes over 1.5 s`.
  private static func names(
    of condition: Condition, beside part: UnisonVerdicts.NewCondition
  ) -> [String] {
    var names: [String] = []
    if condition.soundSource != part.condition.soundSource {
      names.append(
        condition.soundSource == nil ? localized("an unknown sound") : localized("another sound"))
    }
    if condition.duration != part.condition.duration { names.append(name(condition.duration)) }
    if condition.level != part.condition.level { names.append(name(condition.level)) }
    return names
  }

  private static func name(_ duration: Condition.DurationClass) -> String {
    let short = NumberText.fixed(Condition.DurationClass.shortLimit, places: 1)
    let long = NumberText.fixed(Condition.DurationClass.longLimit, places: 1)
    return switch duration {
    case .short: localized("notes under %@ s", short)
    case .medium: localized("notes of %@ to %@ s", short, long)
    case .long: localized("notes over %@ s", long)
    case .unknown: localized("notes of unknown length")
    }
  }

  private static func name(_ level: Condition.LevelClass) -> String {
    switch level {
    case .equal: localized("equally loud notes")
    case .different: localized("differently loud notes")
    case .unknown: localized("notes of unknown loudness")
    }
  }
}
