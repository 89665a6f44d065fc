import Language
import Music
import Training

/// The words while too little is known under the condition of the latest notes: the number of
/// answers under it, and the figures under others.
enum ConditionWords {
  private typealias Condition = HearingCondition

  /// - Parameters:
  ///   - level: the present verdict.
  ///   - more: the approximate number of comparisons to come; `nil` if it is unknown.
  static func sentence(
    _ part: UnisonVerdicts.NewCondition, level: ThresholdVerdict, more: Int?
  ) -> String {
    let early =
      level.state == .first
      ? HearingWords.told(level, more: more) : tooEarly(part.answers, more: more)
    guard let before = part.before else { return early }
    return localized(
      "%@ Before, with %@: %@.", early, ListText.joined(names(of: before.condition, beside: part)),
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

  // MARK: The nearest figure

  /// A known figure with its subject and its month: `sine, in October: 7.1 (4–12)`.
  ///
  /// - Parameters:
  ///   - isSpoken: whether the line is read out.
  ///   - isShort: whether a sound has only its name.
  static func nearest(
    _ known: KnownFigure, isSpoken: Bool = false, isShort: Bool = false
  ) -> String {
    localized(
      "%@, in %@: %@", subject(known, isShort: isShort), DateText.month(of: known.day),
      isSpoken ? SessionWords.spoken(known.text) : known.text.all)
  }

  /// A known figure as a sentence of its own.
  static func sentence(_ known: KnownFigure) -> String {
    localized("Known: %@ cents.", nearest(known))
  }

  /// The condition of the notes that were known before, and its month: `sine, in October`.
  static func name(_ known: UnisonVerdicts.NewCondition.Known) -> String {
    localized("%@, in %@", name(known.condition), DateText.month(of: known.day))
  }

  private static func name(_ condition: Condition) -> String {
    [condition.soundSource.map(soundName), lengthAndLevel(condition)].compactMap { $0 }
      .joined(separator: ", ")
  }

  private static func subject(_ known: KnownFigure, isShort: Bool) -> String {
    switch known.subject {
    case .condition(let condition):
      isShort ? condition.soundSource.map(soundName) ?? name(condition) : name(condition)
    case .presentation(.melodic): localized("one after the other")
    case .presentation(.harmonic): localized("together")
    case .interval(let interval): NoteName.text(interval)
    case .kind(.unison): localized(context: "training", "unison")
    case .kind(.interval): localized(context: "training", "intervals")
    }
  }

  static func soundName(_ tag: String) -> String {
    SoundSourceID(tag).flatMap { BuiltInSound($0) }?.name ?? tag
  }

  /// The length and the loudness of notes, if they are unusual.
  private static func lengthAndLevel(_ condition: Condition) -> String? {
    let parts =
      (condition.duration == .medium || condition.duration == .unknown
        ? [] : [name(condition.duration)])
      + (condition.level == .different ? [name(condition.level)] : [])
    return parts.isEmpty && condition.soundSource != nil
      ? nil : parts.isEmpty ? localized("another sound") : parts.joined(separator: ", ")
  }

  /// The differences of other notes: `another sound`, `notes over 1.5 s`.
  private static func names(
    of condition: Condition, beside part: UnisonVerdicts.NewCondition
  ) -> [String] {
    var names: [String] = []
    if condition.soundSource != part.condition.soundSource {
      names.append(
        condition.soundSource.map(soundName) ?? localized("an unknown sound"))
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

extension KnownFigure {
  var text: EstimateText {
    isSpread ? EstimateText(estimate) : EstimateText(threshold: estimate)
  }
}
