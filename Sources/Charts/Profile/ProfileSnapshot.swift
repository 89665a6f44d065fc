import Foundation
import Music
import Training

/// The profile at one moment, with its trends tested: what may be said of the user's hearing, and the
/// plain figures of the questions.
public struct ProfileSnapshot {
  public struct Note {
    let note: MIDINote
    let statistics: NoteStatistics
    /// The threshold and whether it may be shown; `nil` of intervals, which have their own.
    let verdict: ThresholdVerdict?

    /// The threshold, if it may be shown.
    var shown: CentsEstimate? {
      verdict.flatMap { $0.state == .shown ? $0.threshold : nil }
    }
  }

  public struct Comparisons {
    /// The plain figures of the differences asked.
    let asked: PitchDiscriminationProfile
    let halves: TrendSeries
    /// The share of answers that have nothing to do with the difference.
    let lapseRate: Double
    /// The notes of the range and every trained note, ascending.
    public let notes: [Note]

    public var trials: Int { asked.count }
  }

  public struct Matchings {
    /// The plain figures of the errors.
    public let errors: PitchMatchingProfile
    /// How the errors of all matchings are distributed.
    let distribution: MatchingErrors
    let halves: TrendSeries
    /// What may be said of them.
    public let verdicts: MatchingVerdicts

    public var count: Int { errors.count }
  }

  /// What may be said of the comparisons of unisons.
  public let unison: UnisonVerdicts

  /// What may be said of the comparisons of intervals.
  public let intervals: IntervalVerdicts

  public let comparison: ByTrainingKind<Comparisons>
  public let matching: ByTrainingKind<Matchings>

  /// Tests the trends, which takes some ten milliseconds.
  public init(_ hearing: HearingModel, noteRange: NoteRange) {
    let (profile, trends) = (hearing.profile, hearing.trends)
    let (unisons, others) = (hearing.unison.melodic, hearing.intervals.melodic)
    let verdicts = UnisonVerdicts(unisons)
    unison = verdicts
    intervals = IntervalVerdicts(others)
    comparison = ByTrainingKind { kind in
      let asked = profile.discrimination[kind]
      let notes = MIDINote.range.map { MIDINote($0) }.filter { note in
        (noteRange.lowest...noteRange.highest).contains(note) || asked[note].count > 0
      }
      return Comparisons(
        asked: asked,
        halves: trends.discrimination[kind],
        lapseRate: kind == .unison ? unisons.lapseRate : others.lapseRate,
        notes: notes.map { note in
          Note(
            note: note, statistics: asked[note],
            verdict: kind == .unison ? verdicts.threshold(of: note) : nil)
        })
    }
    matching = ByTrainingKind { kind in
      Matchings(
        errors: profile.matching[kind], distribution: hearing.diary.errors[kind],
        halves: trends.matching[kind],
        verdicts: MatchingVerdicts(hearing.matchings[kind].melodic))
    }
  }
}

/// What was trained day by day, at one moment.
public struct ProfileDays {
  /// The days with training, in order.
  let compared: ByTrainingKind<[TrainingDay]>

  /// The threshold of unisons at the end of each day with answers, in order.
  let course: [LevelCourse.Day]

  /// The threshold of each interval asked at the end of each day on which it was, from the prime outwards.
  let intervals: [IntervalDays]
  let matched: ByTrainingKind<[MatchingDay]>

  /// Gregorian, in the user's time zone.
  let calendar: Calendar
}

/// One interval, day by day.
struct IntervalDays {
  let interval: DirectedInterval

  /// In order.
  let course: [LevelCourse.Day]
}

extension ProfileDays {
  public init(_ hearing: HearingModel, timeZone: TimeZone = .current) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    self.calendar = calendar
    compared = ByTrainingKind { hearing.timeline.days(of: $0) }
    course = hearing.unison.melodic.courseWithStates
    let heard = hearing.intervals.melodic
    intervals = heard.askedIntervals.map { interval in
      IntervalDays(interval: interval, course: heard.courseWithStates(of: interval))
    }
    matched = ByTrainingKind { hearing.diary.matchingDays(of: $0) }
  }
}
