import Language
import Music
import Training

/// What is said of one answer: by how much, in which direction, and what that makes of an interval.
/// Stage, lines and the history of a session use the same words.
public enum TrialWords {
  /// Cents without a sign and without a unit: one decimal, two below a cent.
  static func cents(_ cents: Cents) -> String {
    NumberText.fixed(cents.magnitude, places: cents.magnitude < 0.995 ? 2 : 1)
  }

  // MARK: Comparison

  static var question: String { localized("Higher or lower?") }

  /// The same of an interval, whose second note is judged against the true one. `nil` of the unison.
  public static func question(of interval: DirectedInterval) -> String? {
    reference(interval.interval).map {
      localized("Is the second note higher or lower than %@?", $0)
    }
  }

  /// The same in fewer columns.
  static func shortQuestion(of interval: DirectedInterval) -> String? {
    reference(interval.interval).map { localized("Higher or lower than %@?", $0) }
  }

  /// What a second note was that was judged rightly: `higher, by 12.5 cents`.
  static func right(_ offset: Cents) -> String {
    let cents = self.cents(offset)
    return offset.rawValue > 0
      ? localized("higher, by %@ cents", cents) : localized("lower, by %@ cents", cents)
  }

  /// What a second note was that was judged wrongly: `it was lower, by 8.1 cents`.
  static func wrong(_ offset: Cents) -> String {
    let cents = self.cents(offset)
    return offset.rawValue > 0
      ? localized("it was higher, by %@ cents", cents)
      : localized("it was lower, by %@ cents", cents)
  }

  /// What a note so far from the true interval made of it: `the fifth was narrow`. `nil` of the
  /// unison.
  ///
  /// - Parameter offset: positive is higher, whatever the direction of the interval.
  static func width(_ interval: DirectedInterval, _ offset: Cents) -> String? {
    guard interval != .prime else { return nil }
    let isWide = (offset.rawValue > 0) == (interval.direction == .up)
    let name = subject(interval.interval)
    return isWide ? localized("%@ was wide", name) : localized("%@ was narrow", name)
  }

  // MARK: Purity

  static var whichIsInTune: String { localized("Which was in tune?") }

  /// Which of two was the true one.
  static func inTune(isFirst: Bool) -> String {
    isFirst ? localized("the first was in tune") : localized("the second was in tune")
  }

  /// The same of a wrong answer.
  static func itWas(first: Bool) -> String {
    first ? localized("it was the first") : localized("it was the second")
  }

  /// How the other one was off: `the first was 9.1 cents narrow`.
  static func off(isFirst: Bool, _ interval: DirectedInterval, _ offset: Cents) -> String {
    let cents = cents(offset)
    let isHigher = offset.rawValue > 0
    guard interval != .prime else {
      return isFirst
        ? isHigher
          ? localized("the first was %@ cents sharp", cents)
          : localized("the first was %@ cents flat", cents)
        : isHigher
          ? localized("the second was %@ cents sharp", cents)
          : localized("the second was %@ cents flat", cents)
    }
    let isWide = isHigher == (interval.direction == .up)
    return isFirst
      ? isWide
        ? localized("the first was %@ cents wide", cents)
        : localized("the first was %@ cents narrow", cents)
      : isWide
        ? localized("the second was %@ cents wide", cents)
        : localized("the second was %@ cents narrow", cents)
  }

  // MARK: Beats

  /// Slower beats are not heard in a note.
  private static let slowest = 0.05

  /// How often a note beat with another one, and how often the true one does: `4.1 beats a second (in tune: no
  /// beats)`.
  static func beats(_ beats: TrialBeats) -> String {
    let (given, truth) = (rate(beats.given), rate(beats.truth))
    switch (beats.given < slowest, beats.truth < slowest) {
    case (true, true): return localized("no beats")
    case (true, false): return localized("no beats (in tune: %@ a second)", truth)
    case (false, true): return localized("%@ beats a second (in tune: no beats)", given)
    case (false, false): return localized("%@ beats a second (in tune: %@)", given, truth)
    }
  }

  /// Beats a second, without a unit: one decimal, as everywhere.
  static func rate(_ beats: Double) -> String { NumberText.fixed(beats, places: 1) }

  // MARK: Matching

  /// How far from the truth a note was tuned: `8.3 cents sharp`.
  static func matched(_ error: Cents) -> String {
    if isInTune(error) { return localized("in tune, to the cent") }
    let cents = self.cents(error)
    return error.rawValue > 0
      ? localized("%@ cents sharp", cents) : localized("%@ cents flat", cents)
  }

  /// Where the note was when its tuning began: `began 41.7 flat`.
  static func began(_ offset: Cents) -> String {
    let cents = self.cents(offset)
    return offset.rawValue > 0
      ? localized("began %@ sharp", cents) : localized("began %@ flat", cents)
  }

  /// Whether an error is 0 in whole cents.
  static func isInTune(_ error: Cents) -> Bool { error.magnitude < 0.5 }

  // MARK: Intervals

  /// An interval as the subject of a sentence, as short as it is clear.
  private static func subject(_ interval: Interval) -> String {
    switch interval {
    case .prime: localized(context: "subject", "the unison")
    case .minorSecond: localized(context: "subject", "the minor second")
    case .majorSecond: localized(context: "subject", "the major second")
    case .minorThird: localized(context: "subject", "the minor third")
    case .majorThird: localized(context: "subject", "the major third")
    case .perfectFourth: localized(context: "subject", "the fourth")
    case .tritone: localized(context: "subject", "the tritone")
    case .perfectFifth: localized(context: "subject", "the fifth")
    case .minorSixth: localized(context: "subject", "the minor sixth")
    case .majorSixth: localized(context: "subject", "the major sixth")
    case .minorSeventh: localized(context: "subject", "the minor seventh")
    case .majorSeventh: localized(context: "subject", "the major seventh")
    case .octave: localized(context: "subject", "the octave")
    }
  }

  /// The true interval, as what a note is compared with. `nil` of the unison.
  private static func reference(_ interval: Interval) -> String? {
    switch interval {
    case .prime: nil
    case .minorSecond: localized(context: "higher than", "the true minor second")
    case .majorSecond: localized(context: "higher than", "the true major second")
    case .minorThird: localized(context: "higher than", "the true minor third")
    case .majorThird: localized(context: "higher than", "the true major third")
    case .perfectFourth: localized(context: "higher than", "the true fourth")
    case .tritone: localized(context: "higher than", "the true tritone")
    case .perfectFifth: localized(context: "higher than", "the true fifth")
    case .minorSixth: localized(context: "higher than", "the true minor sixth")
    case .majorSixth: localized(context: "higher than", "the true major sixth")
    case .minorSeventh: localized(context: "higher than", "the true minor seventh")
    case .majorSeventh: localized(context: "higher than", "the true major seventh")
    case .octave: localized(context: "higher than", "the true octave")
    }
  }
}
