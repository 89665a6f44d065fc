import Language
import Music
import Training

/// The words for one answer, which stage, lines and the history of a session share.
public enum TrialWords {
  /// Cents without a sign and a unit, with one decimal or two below a cent.
  static func cents(_ cents: Cents) -> String {
    NumberText.fixed(cents.magnitude, places: cents.magnitude < 0.995 ? 2 : 1)
  }

  // MARK: Comparison

  static var question: String { localized("Higher or lower?") }

  /// The question about an interval, whose second note is judged against the true one; `nil` for
  /// the unison.
  public static func question(of interval: DirectedInterval) -> String? {
    reference(interval.interval).map {
      localized("Is the second note higher or lower than %@?", $0)
    }
  }

  static func shortQuestion(of interval: DirectedInterval) -> String? {
    reference(interval.interval).map { localized("Higher or lower than %@?", $0) }
  }

  /// The second note after a right answer: `higher, by 12.5 cents`.
  static func right(_ offset: Cents) -> String {
    let cents = self.cents(offset)
    return offset.rawValue > 0
      ? localized("higher, by %@ cents", cents) : localized("lower, by %@ cents", cents)
  }

  /// The second note after a wrong answer: `it was lower, by 8.1 cents`.
  static func wrong(_ offset: Cents) -> String {
    let cents = self.cents(offset)
    return offset.rawValue > 0
      ? localized("it was higher, by %@ cents", cents)
      : localized("it was lower, by %@ cents", cents)
  }

  /// The interval of a note with this offset: `the fifth was narrow`; `nil` for the unison.
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

  static func inTune(isFirst: Bool) -> String {
    isFirst ? localized("the first was in tune") : localized("the second was in tune")
  }

  /// The true one of two after a wrong answer.
  static func itWas(first: Bool) -> String {
    first ? localized("it was the first") : localized("it was the second")
  }

  /// The mistuning of the other one: `the first was 9.1 cents narrow`.
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

  /// The slowest beats that are heard in a note.
  private static let slowest = 0.05

  /// The beats of a note with another one, and those of the true one: `4.1 beats a second (in tune:
  /// no beats)`.
  static func beats(_ beats: TrialBeats) -> String {
    let (given, truth) = (rate(beats.given), rate(beats.truth))
    switch (beats.given < slowest, beats.truth < slowest) {
    case (true, true): return localized("no beats")
    case (true, false): return localized("no beats (in tune: %@ a second)", truth)
    case (false, true): return localized("%@ beats a second (in tune: no beats)", given)
    case (false, false): return localized("%@ beats a second (in tune: %@)", given, truth)
    }
  }

  /// Beats a second without a unit, with one decimal as everywhere.
  static func rate(_ beats: Double) -> String { NumberText.fixed(beats, places: 1) }

  // MARK: Matching

  /// The error of a tuned note: `8.3 cents sharp`.
  static func matched(_ error: Cents) -> String {
    if isInTune(error) { return localized("in tune, to the cent") }
    let cents = self.cents(error)
    return error.rawValue > 0
      ? localized("%@ cents sharp", cents) : localized("%@ cents flat", cents)
  }

  /// The start of a tuned note: `began 41.7 flat`.
  static func began(_ offset: Cents) -> String {
    let cents = self.cents(offset)
    return offset.rawValue > 0
      ? localized("began %@ sharp", cents) : localized("began %@ flat", cents)
  }

  static func isInTune(_ error: Cents) -> Bool { error.magnitude < 0.5 }

  // MARK: Intervals

  /// The short name of an interval as the subject of a sentence.
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

  /// The true interval as the reference of a comparison; `nil` for the unison.
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

/// The words for a note that was played or sung.
extension TrialWords {
  /// The reason why a note could not be judged, and the advice.
  ///
  /// - Parameters:
  ///   - note: the played note, if it was another one.
  ///   - isRinging: whether the reference has ended, so that only its ringing can disturb.
  ///   - lowerOctaveHelps: whether nothing disturbs the note an octave lower.
  public static func missed(
    _ missed: PlayedNoteOutcome, note: MIDINote?, isRinging: Bool, lowerOctaveHelps: Bool = true
  ) -> String {
    switch missed {
    case .judged: ""
    case .tooShort: localized("too short: hold the note longer")
    case .unsteady(let wobble):
      localized(
        "not steady: the pitch moved by %@ cents", NumberText.fixed(abs(wobble), places: 0))
    case .noPitch: localized("no note was heard")
    case .wrongNote:
      note.map { localized("that was %@, not the note asked for", NoteName.text($0)) }
        ?? localized("that was not the note asked for")
    case .inseparable where isRinging:
      localized(
        """
        your note cannot be told from the reference that still rings: wait for silence, play \
        louder, or use headphones
        """)
    case .inseparable where lowerOctaveHelps:
      localized(
        """
        a note here cannot be told from what Peach plays: pause and play it again, use headphones, or play an \
        octave lower
        """)
    case .inseparable:
      localized(
        "a note here cannot be told from what Peach plays: pause and play it again, or use headphones"
      )
    case .lost: localized("part of the sound was lost: play it again")
    }
  }

  /// Details of a note: its octave, its drift, its vibrato, and its time to settle.
  static func details(of played: PlayedNote) -> [String] {
    var details: [String] = []
    if played.octaves != 0 { details.append(octaves(played.octaves)) }
    if abs(played.drift) >= 0.5 {
      let cents = self.cents(Cents(played.drift))
      details.append(
        played.drift > 0
          ? localized("rising by %@ cents", cents) : localized("falling by %@ cents", cents))
    }
    if played.vibratoRate > 0 {
      details.append(
        localized(
          "vibrato %@ Hz, ±%@ cents", NumberText.fixed(played.vibratoRate, places: 1),
          NumberText.fixed(abs(played.vibratoExtent), places: 0)))
    } else if abs(played.steadiness) > 0 {
      details.append(localized("steady to %@ cents", cents(Cents(played.steadiness))))
    }
    details.append(localized("settled in %@ s", NumberText.fixed(played.settleTime, places: 2)))
    return details
  }

  private static func octaves(_ count: Int) -> String {
    count > 0
      ? localized(one: "%d octave higher", other: "%d octaves higher", count)
      : localized(one: "%d octave lower", other: "%d octaves lower", -count)
  }
}
